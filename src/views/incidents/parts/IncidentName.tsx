interface IncidentNameProps {
  incidentId: string;
  /** The animal and the place (`incidentLabel`); '' if they are not known. */
  label: string;
}

/** Says which incident a screen or a dialog decides about: 'Incident #5: Dog, Behind the mill' (DECISIONS 284). */
export function IncidentName({ incidentId, label }: IncidentNameProps) {
  return (
    <>
      Incident #{incidentId}
      {label && (
        <>
          : <bdi>{label}</bdi>
        </>
      )}
    </>
  );
}
