import { Link } from '@tanstack/react-router';

/** Said of a report of which nobody knows whether the server has it. */
export const UnclearArrival = () => (
  <>
    We could not see whether it arrived. Look in <Link to="/live">Live Incidents</Link> before sending it again.
  </>
);
