import { useSelector } from '@xstate/react';
import { useEffect, useId, useRef } from 'react';
import {
  type ScanningRef,
  selectCode,
  selectFailure,
  selectIsWatching,
  selectPicture,
  selectUnknown,
} from '../../../machines/supplies/scanning.machine';
import { Button } from '../../parts/buttons/Button';
import { Modal } from '../../parts/dialogs/Modal';
import { Field } from '../../parts/forms/Field';
import { TextInput } from '../../parts/forms/Inputs';
import { submitBy } from '../../parts/forms/submitBy';
import styles from './Inventory.module.css';

/** Finds an item by its barcode, which is scanned with the camera or typed. */
export function ScanModal({ scanning }: { scanning: ScanningRef }) {
  const id = useId();
  const code = useSelector(scanning, selectCode);
  const picture = useSelector(scanning, selectPicture);
  const isWatching = useSelector(scanning, selectIsWatching);
  const failure = useSelector(scanning, selectFailure);
  const unknown = useSelector(scanning, selectUnknown);
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
      <form id={id} className={styles.form} onSubmit={submitBy(() => scanning.send({ type: 'code.submit' }))}>
        {isWatching && (
          <p className={styles.meta}>{picture ? 'Hold the barcode before the camera.' : 'Please allow the camera.'}</p>
        )}
        {picture && <Camera picture={picture} />}
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

/** The camera's picture. It is connected only once, because a video that is given its stream again begins again. */
function Camera({ picture }: { picture: MediaStream }) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current) video.current.srcObject = picture;
  }, [picture]);
  return <video ref={video} className={styles.camera} autoPlay muted playsInline aria-label="Camera" />;
}
