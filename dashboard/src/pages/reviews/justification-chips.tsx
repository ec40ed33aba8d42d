import { Text } from '@mantine/core';
import { formatNumber } from '../../parts/format.ts';
import { decideStrings } from '../../strings/reviews.ts';
import classes from './reviews.module.css';

/** Sentences that were used before, to be used again. */
export function JustificationChips(props: {
  sentences: readonly string[];
  withKeys: boolean;
  onChoose: (sentence: string) => void;
}) {
  const { sentences, withKeys, onChoose } = props;
  return (
    <div>
      <ul className={classes.chips} aria-label={decideStrings.reuse}>
        {sentences.map((sentence, index) => (
          <li key={sentence}>
            <button type="button" className={classes.chip} onClick={() => onChoose(sentence)}>
              {withKeys ? (
                <span className={classes.key} aria-hidden>
                  {index + 1}
                </span>
              ) : null}
              {sentence}
            </button>
          </li>
        ))}
      </ul>
      {withKeys ? (
        <Text size="xs" c="dimmed" mt={4}>
          {decideStrings.whyDigits(formatNumber(sentences.length))}
        </Text>
      ) : null}
    </div>
  );
}
