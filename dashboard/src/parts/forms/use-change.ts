import { LapseError } from '@lapse/client';
import { notifications } from '@mantine/notifications';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { reasonOf } from './send-error.tsx';

/** Something that is changed on the server; what that makes stale is read again. */
export function useChange<Answer, Given = void>(options: {
  send: (given: Given) => Promise<Answer>;
  /** How the keys of what it makes stale begin. */
  stale: QueryKey;
  onDone?: (answer: Answer) => void;
  /** What to say when it is done. */
  done?: string;
  /** Where no form shows why it was not done. */
  saysFailure?: boolean;
}) {
  const { send, stale, onDone, done, saysFailure = false } = options;
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (answer) => {
      if (done) notifications.show({ message: done });
      onDone?.(answer);
      return client.invalidateQueries({ queryKey: stale });
    },
    onError: (error) => {
      // It was meant for what is there no more.
      if (error instanceof LapseError && error.status === 409)
        void client.invalidateQueries({ queryKey: stale });
      if (saysFailure) notifications.show({ color: 'red', message: reasonOf(error) });
    },
  });
}
