import { launchChromium } from '../../kit/chromium';
import type { Row } from '../row';
import { measureDrawing } from './drawing';
import { measureTrace } from './trace';

/** Measures what the rules workbench promises: its trace costs the app nothing, and its largest chart is drawn and moved without a wait. */
export async function measureWorkbench(): Promise<Row[]> {
  const browser = await launchChromium();
  try {
    return [...(await measureTrace(browser)), ...(await measureDrawing(browser))];
  } finally {
    await browser.close();
  }
}
