import { useApp } from '../app';

/** The title of the browser's tab: the screen, then the product. */
export function PageTitle({ title }: { title: string }) {
  const { config } = useApp();
  return <title>{`${title} · ${config.productName}`}</title>;
}
