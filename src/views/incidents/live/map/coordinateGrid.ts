import { type Coords, CRS, GridLayer, Point } from 'leaflet';
import { coordinatesText } from '../../../../rules/incidents';
import styles from './IncidentMap.module.css';

/** The ground of a map without pictures: a grid, each square with the coordinates of its north-west corner. */
export class CoordinateGrid extends GridLayer {
  protected override createTile({ x, y, z }: Coords): HTMLElement {
    const size = this.getTileSize();
    const corner = CRS.EPSG3857.pointToLatLng(new Point(x * size.x, y * size.y), z);
    const tile = document.createElement('div');
    tile.className = styles.tile ?? '';
    tile.textContent = coordinatesText({ latitude: corner.lat, longitude: corner.lng });
    tile.ariaHidden = 'true';
    return tile;
  }
}
