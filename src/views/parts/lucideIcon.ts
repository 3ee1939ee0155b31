import { createElement, type SVGProps } from 'react';

/** A drawing of lucide: 24 × 24, made of lines. */
interface Drawing {
  readonly node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
}

interface IconProps extends SVGProps<SVGSVGElement> {
  /** In pixels, 24 unless said otherwise. */
  size?: number;
}

/**
 * Makes a component of one of lucide's drawings. The build puts it in the place of lucide-react's own function, which is ten
 * times as long for the sake of options that nobody here uses.
 */
export default function createLucideIcon({ node }: Drawing) {
  const lines = node.map(([tag, attributes]) => createElement(tag, attributes));
  return function Icon({ size = 24, ...props }: IconProps) {
    return createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        ...props,
      },
      lines,
    );
  };
}
