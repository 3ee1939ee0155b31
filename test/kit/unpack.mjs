// Unpacks the browser of @sparticuz/chromium into TMPDIR. A process of its own, because its settings are for it alone.
import bundled from '@sparticuz/chromium';

await bundled.executablePath();
