import { useRef, type ReactNode } from "react";
import { Button } from "#console/foundation/ui/button.tsx";

/** Reads a key file up to 64 KiB; a key has a few kB, so anything longer is not a key file, and is truncated. */
const readKeyFile = (file: File): Promise<string> => file.slice(0, 65_536).text();

/** Button that reads a key from a file; the file itself is not sent. */
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
          // Reset, so that choosing the same file again triggers a change event.
          event.target.value = "";
          if (file) void readKeyFile(file).then(onRead);
        }}
      />
    </>
  );
}

/** Reads a key from a file that is dropped anywhere on its field, even if the field is not open yet. */
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
