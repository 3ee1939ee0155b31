import { createContext, type ReactNode, use, useId } from 'react';
import styles from './Field.module.css';

/** The attributes that connect a control with its label, hint and error. */
interface FieldAttributes {
  id?: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
}
const AttributesContext = createContext<FieldAttributes>({});

/** Connects a control with the `Field` around it. Every control in this folder uses it. */
export const useFieldAttributes = () => use(AttributesContext);

interface FieldProps {
  label: string;
  /** A line of help below the control. */
  hint?: string | undefined;
  /** What is wrong with the value, read out when it appears. */
  error?: string | null | undefined;
  /** Shows 'Optional' beside the label. */
  optional?: boolean | undefined;
  /** One control of this folder. */
  children: ReactNode;
}

/** A control with its label above, and its hint and error below. */
export function Field({ label, hint, error, optional = false, children }: FieldProps) {
  const id = useId();
  const described = [optional && `${id}-optional`, hint && `${id}-hint`, error && `${id}-error`].filter(Boolean);
  const attributes: FieldAttributes = {
    id,
    'aria-describedby': described.join(' ') || undefined,
    'aria-invalid': error ? true : undefined,
  };
  return (
    <div className={styles.field}>
      <div className={styles.heading}>
        <label htmlFor={id}>{label}</label>
        {optional && (
          <span id={`${id}-optional`} className={styles.hint}>
            Optional
          </span>
        )}
      </div>
      <AttributesContext value={attributes}>{children}</AttributesContext>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      <p id={`${id}-error`} className={styles.error} aria-live="polite">
        {error}
      </p>
    </div>
  );
}
