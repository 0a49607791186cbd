import { useRef, type ReactNode } from "react";
import { Button } from "#console/foundation/ui/button.tsx";

/** A key is a few kB; what is longer is another file, and is cut. */
const readKeyFile = (file: File): Promise<string> => file.slice(0, 65_536).text();

/** Takes the text of a key from a file; the file itself is not sent. */
export function KeyFile({ name, onRead }: { name: string; onRead: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant="quiet" onClick={() => input.current?.click()}>
        Choose file
      </Button>
      <input
        ref={input}
        type="file"
        aria-label={`File with the ${name}`}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // The same file may be chosen again.
          event.target.value = "";
          if (file) void readKeyFile(file).then(onRead);
        }}
      />
    </>
  );
}

/** Takes the text of a key from a file that is dropped on any part of its field, which need not be open yet. */
export function FileDrop({
  onRead,
  className,
  children,
}: {
  onRead: (text: string) => void;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div
      className={className}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        const [file] = event.dataTransfer.files;
        if (!file) return;
        event.preventDefault();
        void readKeyFile(file).then(onRead);
      }}
    >
      {children}
    </div>
  );
}
