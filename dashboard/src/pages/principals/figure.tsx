import classes from './figure.module.css';

/** A number with its name above it. */
export function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div className={classes.figure}>
      <div className={classes.label}>{label}</div>
      <div className={`${classes.value} numbers`}>{value}</div>
    </div>
  );
}
