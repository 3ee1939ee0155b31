// Unpacks the browser of @sparticuz/chromium into TMPDIR. It runs in its own process because it needs other environment variables.
import bundled from '@sparticuz/chromium';

await bundled.executablePath();
