import { Link } from '@tanstack/react-router';
import { buttonLook } from '../../parts/buttons/Button';
import { WIDE } from '../../parts/mediaQueries';
import { useMediaQuery } from '../../parts/useMediaQuery';

/** The way to the report form, on screens with which a phone opens the app. A wide screen always shows the navigation (DECISIONS 327). */
export function ReportLink() {
  const isWide = useMediaQuery(WIDE);
  return (
    !isWide && (
      <Link to="/report" className={buttonLook()}>
        Report Incident
      </Link>
    )
  );
}
