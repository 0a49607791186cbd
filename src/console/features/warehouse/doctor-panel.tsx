// Shows the connection test of the settings: the live state of each step, and for a failed one everything that helps to fix it.
import { Check, Circle, LoaderCircle, Minus, TriangleAlert, X } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import type { WarehouseCheck, WarehouseCheckStep } from "#contract/warehouse-check.ts";
import {
  warehouseFields,
  warehouseProviders,
  type WarehouseProvider,
} from "#contract/warehouse-providers.ts";
import { formatter } from "#console/foundation/ui/time-format.ts";
import { Jump } from "#console/foundation/ui/jump.tsx";
import { grantsID, linesText } from "./missing-grants.ts";

const marks: Readonly<Record<string, typeof Check>> = {
  passed: Check,
  failed: X,
  warned: TriangleAlert,
  running: LoaderCircle,
  skipped: Minus,
};
const colours: Readonly<Record<string, string>> = {
  passed: "text-ok",
  failed: "text-danger",
  warned: "text-warning",
};

const persons: Readonly<Record<string, string>> = {
  you: "You",
  "warehouse admin": "Warehouse admin",
  network: "Whoever runs the network",
};

const formatSeconds = formatter({ timeStyle: "medium" });
const time = (ms: number) => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`);

interface FindingProps {
  step: WarehouseCheckStep;
  provider: WarehouseProvider;
  /** 1-based lines of the grant script that would make the step pass. */
  missing: readonly number[];
  openGrants: () => void;
}

/** Length of a text that is shown at once, in characters. */
const atOnce = 160;

/** The statements or addresses that a step tried; a long text, such as the statements of many sources, is opened on demand. */
const Tried = ({ text }: { text: string }) =>
  text.length <= atOnce * 1.5 ? (
    text
  ) : (
    <details>
      <summary className="cursor-pointer">{text.slice(0, atOnce)} …</summary>
      {text.slice(atOnce)}
    </details>
  );

function Details({ step, provider, missing, openGrants }: FindingProps) {
  const field = warehouseFields(provider).find(({ name }) => name === step.field);
  const toField = field && <Jump to={`${provider}-${field.name}`}>{field.title}</Jump>;
  const person = step.who ? (persons[step.who] ?? step.who) : "";
  const toGrants =
    missing.length > 0 ? (
      <Jump to={grantsID} open={openGrants}>
        {linesText(missing)}
      </Jump>
    ) : null;
  const who = toGrants ? (
    <>
      {person}, {toGrants}
    </>
  ) : (
    person
  );
  const rows: readonly (readonly [name: string, value: ReactNode, isCode?: boolean])[] = [
    ["Tried", step.tried, true],
    [warehouseProviders[provider].label, [step.code, step.said].filter(Boolean).join(" "), true],
    ["Field", toField],
    ["Who", who],
  ];
  return (
    <dl className="mt-1 grid grid-cols-[max-content_minmax(0,1fr)] gap-x-3 gap-y-1 text-12">
      {rows.map(([name, value, isCode]) =>
        value ? (
          <div key={name} className="contents">
            <dt className="text-text-muted">{name}</dt>
            <dd className={`wrap-anywhere ${isCode ? "font-mono" : ""}`}>
              {name === "Tried" ? <Tried text={step.tried ?? ""} /> : value}
            </dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}

function Step(props: FindingProps) {
  const { step } = props;
  const Mark = marks[step.state] ?? Circle;
  const colour = colours[step.state] ?? "text-text-muted";
  const isTrouble = step.state === "failed" || step.state === "warned";
  const box =
    step.state === "failed"
      ? "-mx-3 rounded bg-danger-tint px-3 py-2"
      : isTrouble
        ? "-mx-3 px-3 py-2"
        : "py-1.5";
  return (
    <li className={`grid grid-cols-[16px_minmax(0,1fr)_auto] gap-x-2 ${box}`}>
      <Mark
        size={16}
        aria-hidden
        className={`mt-0.5 ${colour} ${step.state === "running" ? "motion-safe:animate-spin" : ""}`}
      />
      <span className={`font-medium ${step.state === "failed" ? "text-danger" : ""}`}>
        {step.name}
        <span className="sr-only">: {step.state}</span>
      </span>
      <span className="figures text-12 text-text-muted">
        {typeof step.ms === "number" ? time(step.ms) : null}
      </span>
      <div className="col-span-2 col-start-2 min-w-0">
        {step.sentence ? (
          <p className={`wrap-anywhere ${isTrouble ? "font-medium" : "text-12 text-text-muted"}`}>
            {step.sentence}
          </p>
        ) : null}
        {isTrouble ? <Details {...props} /> : null}
      </div>
    </li>
  );
}

const isUnreached = ({ state }: WarehouseCheckStep) => state === "not reached" || state === "waiting";

interface DoctorPanelProps {
  check: WarehouseCheck | undefined;
  provider: WarehouseProvider;
  /** The settings of the form have changed since the test. */
  hasChanged: boolean;
  missing: readonly number[];
  openGrants: () => void;
}

export function DoctorPanel({ check, provider, hasChanged, missing, openGrants }: DoctorPanelProps) {
  const reached = check?.steps.filter((step) => !isUnreached(step)) ?? [];
  const rest = check?.steps.filter(isUnreached) ?? [];
  const good = reached.filter(({ state }) => ["passed", "warned", "skipped"].includes(state)).length;
  const failed = reached.find(({ state }) => state === "failed");
  return (
    <section id="doctor" aria-label="Doctor" className="scroll-mt-16 pb-4">
      <h2 className="flex h-12 items-center gap-2 font-strong">
        Doctor
        {check ? (
          <>
            <span key={`reached ${good}`} className="figures w-16 shrink-0 font-regular text-text-muted">
              {good} of {check.steps.length}
            </span>
            <span
              key={`after ${check.ms}`}
              className="figures flex-1 text-right text-12 font-regular text-text-muted"
            >
              {check.isFinished && hasChanged
                ? "before the last change of the form"
                : check.isFinished
                  ? `${time(check.ms)} at ${formatSeconds(check.startedTime + check.ms)}`
                  : time(check.ms)}
            </span>
          </>
        ) : null}
      </h2>
      {check ? (
        <>
          <ol>
            {reached.map((step) => (
              <Step
                key={`${step.name} ${step.state}`}
                step={step}
                provider={provider}
                missing={step === failed ? missing : []}
                openGrants={openGrants}
              />
            ))}
          </ol>
          {rest.length ? (
            // The key remounts the remaining rows after each step, so that their move does not count as a layout shift.
            <Fragment key={`${rest.length} ${check.isFinished}`}>
              <h3 className="mt-3 mb-1 text-12 font-medium text-text-muted">
                {check.isFinished ? "Not reached" : "To come"}
              </h3>
              <ol className="text-text-muted">
                {rest.map(({ name }) => (
                  <li key={name} className="flex items-center gap-2 py-0.5">
                    <Circle size={16} aria-hidden className="p-1" />
                    {name}
                  </li>
                ))}
              </ol>
            </Fragment>
          ) : null}
        </>
      ) : (
        <p className="text-text-muted">
          Tries the settings as they stand in the form, saved or not, step by step. Nothing is stored.
        </p>
      )}
      <p role="status" className="sr-only">
        {check?.isFinished
          ? failed
            ? `The test failed at ${failed.name}: ${failed.sentence ?? ""}`
            : "The test has passed."
          : ""}
      </p>
    </section>
  );
}
