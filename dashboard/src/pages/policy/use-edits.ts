import { LapseError } from '@lapse/client';
import { useState } from 'react';
import { type Edits, faultsOf, type Policy } from './policy-draft.ts';

/**
 * What was typed, apart from the policy it is compared with: when somebody else saves meanwhile, it stays, and the new
 * version must be looked at before one goes on.
 */
export function useEdits(policy: Policy) {
  const [edits, setEdits] = useState<Edits>({});
  const [version, setVersion] = useState(policy.version);
  /** Fields that were changed since the server found fault with them. */
  const [corrected, setCorrected] = useState<{ of: unknown; paths: readonly string[] }>({
    of: null,
    paths: [],
  });
  const isEdited = Object.keys(edits).length > 0;
  if (!isEdited && version !== policy.version) setVersion(policy.version);
  return {
    edits,
    /** The version that the edits are meant for. */
    version,
    isOvertaken: isEdited && version !== policy.version,
    accept: () => setVersion(policy.version),
    edit: (path: string, value: unknown) => {
      setEdits((before) => ({ ...before, [path]: value }));
      setCorrected((before) => ({ ...before, paths: [...before.paths, path] }));
    },
    undo: (path: string) =>
      setEdits((before) => Object.fromEntries(Object.entries(before).filter(([name]) => name !== path))),
    clear: () => setEdits({}),
    /** What is wrong with which field, by the page's own rules and by what the server said. */
    faultsWith: (error: unknown): Record<string, string> => {
      if (corrected.of !== error) setCorrected({ of: error, paths: [] });
      const own = faultsOf(policy, edits);
      if (!(error instanceof LapseError)) return own;
      const theirs = error.faults
        .map(
          ({ loc, msg }) =>
            [
              loc
                .slice(1)
                .filter((part) => typeof part === 'string')
                .join('.'),
              msg,
            ] as const,
        )
        .filter(
          ([path]) =>
            Object.hasOwn(edits, path) && !(corrected.of === error && corrected.paths.includes(path)),
        );
      return { ...Object.fromEntries(theirs), ...own };
    },
  };
}
