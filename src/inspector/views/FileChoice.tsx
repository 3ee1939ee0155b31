interface FileChoiceProps {
  label: string;
  onChoose(file: File): void;
}

/** Opens a JSON file of the reviewer's device. */
export function FileChoice({ label, onChoose }: FileChoiceProps) {
  return (
    <label>
      {label}{' '}
      <input
        type="file"
        accept=".json"
        // A browser reports no change if the same file is chosen again, but what is in it may have changed.
        onClick={({ currentTarget }) => {
          currentTarget.value = '';
        }}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onChoose(file);
        }}
      />
    </label>
  );
}
