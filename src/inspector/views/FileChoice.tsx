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
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onChoose(file);
        }}
      />
    </label>
  );
}
