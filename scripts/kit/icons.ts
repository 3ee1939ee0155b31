import type { Plugin } from 'vite';

/**
 * Makes a component from an icon's shapes. lucide's own function also supports a context, a scale of strokes, and class names, which the
 * app does not use. It costs 1.1 kB, and for the icons of the sidebar a tenth of React's time before a chat is painted.
 */
const createIcon = `
  import { createElement } from 'react';
  export default ({ node }) => ({ size = 24, ...given }) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        ...given,
      },
      ...node.map(([shape, attributes]) => createElement(shape, attributes)),
    );`;

/**
 * The icons that the app uses, without their names and the keys of their shapes. The keys are random letters, which compress badly
 * (0.8 kB, brotli).
 */
export const leanIcons: Plugin[] = [
  {
    name: 'lean-icons',
    apply: 'build',
    enforce: 'pre',
    load: { filter: { id: /lucide-react\/dist\/esm\/createLucideIcon\.mjs$/ }, handler: () => createIcon },
  },
  {
    name: 'lean-icon-shapes',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/ },
      handler: (code) =>
        code
          .replace(/,\s*key: "\w+"/g, '')
          .replace(/^ {2}name: "[\w-]+",$/m, '')
          .replace(/,\s*aliases: \[[^\]]*\]/, '')
          .replace(/^__iconData\.node;$/m, ''),
    },
  },
];
