import { Camera } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Button } from '../buttons/Button';
import { useMediaQuery } from '../useMediaQuery';

interface FilePickerProps {
  /** The name of the hidden input. */
  label: string;
  accept: string;
  /** Opens the camera on the back of a phone, for one photo. Otherwise any number of files can be chosen. */
  isCamera?: boolean;
  onChoose: (files: readonly File[]) => void;
  /** The button, which calls the function that it is given. */
  children: (open: () => void) => ReactNode;
}

/** A button that opens the browser's file picker. */
export function FilePicker({ label, accept, isCamera = false, onChoose, children }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      {children(() => input.current?.click())}
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={!isCamera}
        {...(isCamera && { capture: 'environment' })}
        hidden
        aria-label={label}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          onChoose(isCamera ? files.map(withOwnName) : files);
          // Otherwise picking the same file again after its removal would cause no change event.
          currentTarget.value = '';
        }}
      />
    </>
  );
}

/**
 * A photo with a name of its own. Safari gives every photo from the camera the name image.jpg, and a form takes no two files of one
 * name (S2 §5).
 */
function withOwnName(photo: File): File {
  const ending = /\.\w+$/.exec(photo.name)?.[0] ?? '';
  return new File([photo], `photo-${photo.lastModified}${ending}`, photo);
}

interface CameraProps {
  onChoose: FilePickerProps['onChoose'];
  /** Another look of the button. */
  children?: FilePickerProps['children'];
}

/** Takes a photo. It is offered on touch screens only: elsewhere browsers open the file picker instead of a camera. */
export function CameraButton({ onChoose, children = labelled }: CameraProps) {
  const hasCamera = useMediaQuery('(pointer: coarse)');
  if (!hasCamera) return null;
  return (
    <FilePicker label="Camera" accept="image/*" isCamera onChoose={onChoose}>
      {children}
    </FilePicker>
  );
}

const labelled = (open: () => void) => (
  <Button onClick={open}>
    <Camera size={18} aria-hidden />
    Take a Photo
  </Button>
);
