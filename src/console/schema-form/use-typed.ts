import { useState } from "react";

/** Keeps what is typed as it is typed while it is being typed, and what is wrong with it until it is put right. */
export function useTyped(shown: string, commit: (text: string) => string | undefined) {
  const [typed, setTyped] = useState<string>();
  const [complaint, setComplaint] = useState<string>();
  const [isLeft, setIsLeft] = useState(false);
  return {
    value: typed ?? shown,
    complaint: isLeft ? complaint : undefined,
    onChange: (text: string) => {
      setTyped(text);
      setComplaint(commit(text));
    },
    onBlur: () => {
      setIsLeft(true);
      if (complaint === undefined) setTyped(undefined);
    },
  };
}
