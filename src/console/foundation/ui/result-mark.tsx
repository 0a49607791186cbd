export type ResultMeaning = "better" | "worse" | "inconclusive";

const colours = { better: "text-positive", worse: "text-negative", inconclusive: "text-text-muted" };
const marks = { better: "fill-positive", worse: "fill-negative", inconclusive: "fill-text-muted" };
const shapes = { better: "M4.5 0 9 8H0Z", worse: "M4.5 8 0 0h9Z", inconclusive: "M0 3h9v1.6H0Z" };

interface ResultShapeProps {
  result: ResultMeaning;
  /** Read to screen readers, where the word is not written beside the shape. */
  word?: string;
}

/** The shape alone, if the word stands elsewhere. */
export const ResultShape = ({ result, word }: ResultShapeProps) => (
  <svg
    role={word && "img"}
    aria-label={word}
    aria-hidden={!word}
    width="9"
    height="8"
    viewBox="0 0 9 8"
    className={`shrink-0 ${marks[result]}`}
  >
    <path d={shapes[result]} />
  </svg>
);

/** Shape and word together, so that colour is never the only signal. */
export const ResultMark = ({
  result,
  word = result,
}: {
  result: ResultMeaning;
  word?: string | undefined;
}) => (
  <span
    className={`inline-flex items-center gap-1.5 align-top whitespace-nowrap ${colours[result]} ${result === "inconclusive" ? "" : "font-medium"}`}
  >
    <ResultShape result={result} />
    {word}
  </span>
);
