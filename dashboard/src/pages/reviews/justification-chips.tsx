import { IconX } from '@tabler/icons-react';
import { Small } from '../../parts/text.ts';
import { decideStrings } from '../../strings/reviews.ts';
import { type Sentence, useChangeJustifications } from './justifications.ts';
import classes from './reviews.module.css';
import type { Verb } from './reviews.ts';

/** Sentences to use again: those that everybody has, and those that were typed here before. */
export function JustificationChips(props: {
  verb: Verb;
  sentences: readonly Sentence[];
  withKeys: boolean;
  onChoose: (sentence: string) => void;
}) {
  const { verb, sentences, withKeys, onChoose } = props;
  const { forget } = useChangeJustifications();
  return (
    <div>
      <ul className={classes.chips} aria-label={decideStrings.reuse}>
        {sentences.map(({ text, key, isOwn }) => (
          <li key={text} className={classes.chip}>
            <button type="button" className={classes.chipText} onClick={() => onChoose(text)}>
              {withKeys ? (
                <span className={classes.key} aria-hidden>
                  {key}
                </span>
              ) : null}
              {text}
            </button>
            {isOwn ? (
              <button
                type="button"
                className={classes.chipForget}
                aria-label={decideStrings.forget(text)}
                title={decideStrings.forget(text)}
                onClick={() => forget(verb, text)}
              >
                <IconX size={12} aria-hidden />
              </button>
            ) : null}
          </li>
        ))}
      </ul>
      {withKeys ? <Small mt={4}>{decideStrings.whyDigits}</Small> : null}
    </div>
  );
}
