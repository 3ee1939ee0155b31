import { useSelector } from '@xstate/react';
import { selectTotal } from '../../../machines/notifications/news.select';
import { tabTitle } from '../../../rules/wording';
import { useApp, useNews } from '../../app';

/** The title of the browser tab: the number of news on other screens, the screen's title, and the product name. */
export function PageTitle({ title }: { title: string }) {
  const { config } = useApp();
  const total = useSelector(useNews(), selectTotal);
  return <title>{tabTitle(title, config.productName, total)}</title>;
}
