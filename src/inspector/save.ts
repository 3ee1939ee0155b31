/** Downloads a text as a file. */
export function saveText(text: string, name: string): void {
  saveBlob(new Blob([text], { type: 'text/plain' }), name);
}

/** Downloads a drawing with the page's styles written into it: as SVG if the name ends with '.svg', otherwise as PNG. */
export function saveDrawing(drawing: SVGSVGElement | null, name: string): void {
  if (!drawing) return;
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const parts = copy.querySelectorAll<SVGElement>('rect, path, text, circle');
  for (const [index, part] of [...drawing.querySelectorAll<SVGElement>('rect, path, text, circle')].entries()) {
    const { fill, stroke, strokeWidth, strokeDasharray, fontSize, fontWeight, fontFamily } = getComputedStyle(part);
    for (const [attribute, value] of Object.entries({
      fill,
      stroke,
      'stroke-width': strokeWidth,
      'stroke-dasharray': strokeDasharray,
      'font-size': fontSize,
      'font-weight': fontWeight,
      'font-family': fontFamily,
    }))
      parts[index]?.setAttribute(attribute, value);
  }
  // The buttons that close states. A browser refuses to give out a picture with HTML in it.
  for (const button of copy.querySelectorAll('foreignObject')) button.remove();
  // Links of the page lead nowhere from a file.
  for (const link of copy.querySelectorAll('a')) link.removeAttribute('href');
  const { width, height } = drawing.viewBox.baseVal;
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  const svg = new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' });
  if (name.endsWith('.svg')) saveBlob(svg, name);
  else saveAsPicture(svg, { width, height }, name);
}

/** The most pixels that a browser's canvas may have on a side, and in all: phones give out no picture of a larger one. */
const MOST_PIXELS = 16_000;
const MOST_IN_ALL = 16_000_000;

/** How many pixels of a saved picture there are to one of the drawing, in each direction. */
export const pictureScale = (width: number, height: number) =>
  Math.min(2, MOST_PIXELS / Math.max(width, height), Math.sqrt(MOST_IN_ALL / (width * height)));

function saveAsPicture(svg: Blob, { width, height }: { width: number; height: number }, name: string): void {
  const picture = new Image();
  const source = URL.createObjectURL(svg);
  picture.onload = () => {
    const canvas = document.createElement('canvas');
    const scale = pictureScale(width, height);
    Object.assign(canvas, { width: width * scale, height: height * scale });
    const context = canvas.getContext('2d');
    if (context) context.fillStyle = getComputedStyle(document.body).backgroundColor;
    context?.fillRect(0, 0, canvas.width, canvas.height);
    context?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    URL.revokeObjectURL(source);
    canvas.toBlob((png) => png && saveBlob(png, name), 'image/png');
  };
  picture.src = source;
}

function saveBlob(blob: Blob, name: string): void {
  const source = URL.createObjectURL(blob);
  Object.assign(document.createElement('a'), { href: source, download: name }).click();
  // Not at once: some browsers read it only later.
  setTimeout(() => URL.revokeObjectURL(source), 60_000);
}
