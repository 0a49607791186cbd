import { useState } from "react";

/** Shows what is typed as it is typed until the field is left; `commit` hears of every change, and of the last one on leaving. */
export function useTyped(shown: string, commit: (text: string, isLeft: boolean) => void) {
  const [typed, setTyped] = useState<string>();
  return {
    value: typed ?? shown,
    onChange: (text: string) => {
      setTyped(text);
      commit(text, false);
    },
    onBlur: () => {
      if (typed !== undefined) commit(typed, true);
      setTyped(undefined);
    },
  };
}
