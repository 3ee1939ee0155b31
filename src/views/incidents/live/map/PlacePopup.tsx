import { X } from 'lucide-react';
import { useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Incident } from '../../../../contract/incidents';
import type { Place } from '../../../../rules/incidents/incidents';
import { IconButton } from '../../../parts/buttons/IconButton';
import { IncidentCard } from '../IncidentCard';
import styles from './IncidentMap.module.css';
import type { MapView } from './mapView';

interface PlacePopupProps {
  map: MapView;
  place: Place;
  incidents: readonly Incident[];
  now: number;
  onClose: () => void;
}

/** The incidents of one location, as cards. The popup takes the focus and returns it when it closes. */
export function PlacePopup({ map, place, incidents, now, onClose }: PlacePopupProps) {
  const [host] = useState(() => document.createElement('div'));
  const { latitude, longitude } = place;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `onClose` is a new function on each render, but always does the same.
  useLayoutEffect(() => {
    const before = document.activeElement;
    const close = map.openPopup(host, { latitude, longitude }, onClose);
    host.querySelector('a')?.focus({ preventScroll: true });
    return () => {
      const hadFocus = host.contains(document.activeElement);
      close();
      if (hadFocus && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [map, host, latitude, longitude]);

  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc closes it from every element inside.
    <div className={styles.popup} onKeyDown={(event) => event.key === 'Escape' && onClose()}>
      <div className={styles.popupBar}>
        <p>{incidents.length === 1 ? `Incident #${incidents[0]?.id}` : `${incidents.length} incidents`}</p>
        <IconButton label="Close" data-closes-on-back onClick={onClose}>
          <X size={20} aria-hidden />
        </IconButton>
      </div>
      <ul className={styles.popupList}>
        {incidents.map((incident) => (
          <li key={incident.id}>
            <IncidentCard incident={incident} now={now} />
          </li>
        ))}
      </ul>
    </div>,
    host,
  );
}
