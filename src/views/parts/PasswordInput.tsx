import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import styles from './Field.module.css';
import { IconButton } from './IconButton';
import { TextInput } from './TextInput';

/** A password input with a button that shows what was typed, inside a `Field`. Whether it is shown is its own local state. */
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
