import { FileUp } from "lucide-react";
import { useRef, useState, type DragEvent } from "react";
import { Button } from "#console/foundation/ui/button.tsx";

interface ChooseFileProps {
  onChoose: (file: File) => void;
  /** The reason why importing is not possible now. */
  refusal: string | undefined;
}

const endings = ".csv,.ndjson,.jsonl,.parquet,.gz";

/** A drop zone for a file, and a button that opens the system's file dialog. */
export function ChooseFile({ onChoose, refusal }: ChooseFileProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const [file] = event.dataTransfer.files;
    if (file && !refusal) onChoose(file);
  };
  return (
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(!refusal);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={`grid max-w-160 justify-items-start gap-3 rounded border border-dashed px-6 py-8 max-tablet:px-4 ${isOver ? "border-accent-solid bg-surface-hover" : "border-border-strong"}`}
    >
      <p className="flex items-center gap-2 font-medium">
        <FileUp size={16} aria-hidden className="text-text-muted" />
        Drop a file here
      </p>
      <p className="text-text-muted">
        CSV with a header row, NDJSON or Parquet; CSV and NDJSON also as .gz; up to 8 GiB. You choose the
        columns before anything is stored.
      </p>
      <Button variant="primary" disabledReason={refusal} onClick={() => input.current?.click()}>
        Choose a file
      </Button>
      <input
        ref={input}
        type="file"
        accept={endings}
        aria-label="File to import"
        tabIndex={-1}
        disabled={refusal !== undefined}
        className="sr-only"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // Allows the same file to be chosen again.
          event.target.value = "";
          if (file) onChoose(file);
        }}
      />
    </div>
  );
}
