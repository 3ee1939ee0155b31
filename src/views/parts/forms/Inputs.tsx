import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { IconButton } from '../buttons/IconButton';
import { classes } from '../classes';
import { useFieldAttributes } from './Field';
import styles from './Field.module.css';

/** A one-line text input inside a `Field`. Accepts the props of `<input>`. */
export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input type="text" {...useFieldAttributes()} {...rest} className={classes(styles.control, className)} />;
}

/** A multi-line text input inside a `Field` that grows with its text. Accepts the props of `<textarea>`. */
export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={3}
      {...useFieldAttributes()}
      {...rest}
      className={classes(styles.control, styles.area, className)}
    />
  );
}

/** A password input inside a `Field`, with a button that shows the typed password. */
export function PasswordInput(props: ComponentProps<'input'>) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className={styles.withToggle}>
      <TextInput autoCapitalize="none" spellCheck={false} {...props} type={isShown ? 'text' : 'password'} />
      <IconButton label={isShown ? 'Hide password' : 'Show password'} onClick={() => setIsShown(!isShown)}>
        <Icon size={20} aria-hidden />
      </IconButton>
    </div>
  );
}
