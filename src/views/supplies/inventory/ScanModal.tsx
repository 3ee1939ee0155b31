import { useSelector } from '@xstate/react';
import { type FormEvent, useId } from 'react';
import {
  type ScanningRef,
  selectCode,
  selectFailure,
  selectIsWatching,
  selectPicture,
  selectUnknown,
} from '../../../machines/supplies/scanning.machine';
import { Button } from '../../parts/Button';
import { Field } from '../../parts/Field';
import { TextInput } from '../../parts/Inputs';
import { Modal } from '../../parts/Modal';
import styles from './Inventory.module.css';

/** Connects a video element to the camera's stream. */
const show = (picture: MediaStream) => (video: HTMLVideoElement | null) => {
  if (video) video.srcObject = picture;
};

/** Finds an item by its barcode, which is scanned with the camera or typed. */
export function ScanModal({ scanning }: { scanning: ScanningRef }) {
  const id = useId();
  const code = useSelector(scanning, selectCode);
  const picture = useSelector(scanning, selectPicture);
  const isWatching = useSelector(scanning, selectIsWatching);
  const failure = useSelector(scanning, selectFailure);
  const unknown = useSelector(scanning, selectUnknown);
  function submit(event: FormEvent) {
    event.preventDefault();
    scanning.send({ type: 'code.submit' });
  }
  return (
    <Modal
      title="Find by Barcode"
      actor={scanning}
      onClose={() => scanning.send({ type: 'modal.close' })}
      actions={
        <>
          {unknown !== null && <Button onClick={() => scanning.send({ type: 'item.create' })}>New Item</Button>}
          <Button type="submit" form={id} variant="primary">
            Find
          </Button>
        </>
      }
    >
      <form id={id} className={styles.form} onSubmit={submit}>
        {isWatching && <p className={styles.meta}>Hold the barcode before the camera.</p>}
        {picture && (
          <video ref={show(picture)} className={styles.camera} autoPlay muted playsInline aria-label="Camera" />
        )}
        <Field label="Barcode" error={failure}>
          <TextInput
            value={code}
            autoComplete="off"
            onChange={({ currentTarget }) => scanning.send({ type: 'code.changed', code: currentTarget.value })}
          />
        </Field>
      </form>
    </Modal>
  );
}
