/** The end of a control's name, for screen readers: without the cards around them, the controls of all cases would have the same names. */
export const OfCase = ({ incidentId }: { incidentId: string }) => (
  <span className="visually-hidden">incident #{incidentId}</span>
);
