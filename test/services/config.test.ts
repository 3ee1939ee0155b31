import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parse } from 'valibot';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { AppConfig } from '../../src/contract/config';
import { configIn, fetchConfig } from '../../src/services/api/config';

let answer = { status: 200, body: '' };
const server = createServer((_, response) => response.writeHead(answer.status).end(answer.body));
let address = '';
beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/config.json`;
});
afterAll(() => {
  server.close();
});

const defaults = parse(AppConfig, {});

it('uses what the organisation has set, without a slash at the end of the address', async () => {
  const mapTiles = { url: 'https://tiles.example.org/{z}/{x}/{y}.png', attribution: 7 };
  const body = {
    productName: 'Pashu Mitra',
    apiBase: 'https://api.example.org/',
    capabilities: ['thumbnails', 'flying', 7, 'receipts'],
    mentionNames: ['Mira'],
    vapidPublicKey: 'BEl62i',
    defaultPassword: 7,
    mapTiles,
    more: 1,
  };
  answer = { status: 200, body: JSON.stringify(body) };
  expect(await fetchConfig(address)).toEqual({
    productName: 'Pashu Mitra',
    apiBase: 'https://api.example.org',
    capabilities: ['receipts', 'thumbnails'],
    mentionNames: ['Mira'],
    vapidPublicKey: 'BEl62i',
    defaultPassword: '',
    mapTiles: { url: 'https://tiles.example.org/{z}/{x}/{y}.png', attribution: '' },
  });
});

it('has a default for whatever is missing or wrong', async () => {
  answer = { status: 200, body: '{"productName":7,"mentionNames":"Mira","mapTiles":{},"capabilities":"all"}' };
  expect(await fetchConfig(address)).toEqual(defaults);
});

it.each([
  { status: 404, body: 'Not found' },
  { status: 200, body: '{"productName":' },
  { status: 200, body: '[]' },
])('has all the defaults if the file is invalid: $status $body', async (given) => {
  answer = given;
  expect(await fetchConfig(address)).toEqual(defaults);
});

it('has all the defaults if nobody answers', async () => {
  expect(await fetchConfig('http://127.0.0.1:1/config.json')).toEqual(defaults);
});

it('has all the defaults if nothing arrives in time', async () => {
  const silent = createServer(() => {});
  await new Promise<void>((ready) => silent.listen(0, '127.0.0.1', ready));
  const { port } = silent.address() as AddressInfo;
  expect(await fetchConfig(`http://127.0.0.1:${port}/config.json`, 50)).toEqual(defaults);
  silent.closeAllConnections();
  silent.close();
});

it('waits at most four seconds for it (DECISIONS 99)', async () => {
  const limit = vi.spyOn(AbortSignal, 'timeout');
  answer = { status: 200, body: '{}' };
  await fetchConfig(address);
  expect(limit).toHaveBeenCalledExactlyOnceWith(4_000);
  limit.mockRestore();
});

it('is taken from the page if the server has put it there', () => {
  expect(configIn('{"productName":"Pashu Mitra"}')).toEqual({ ...defaults, productName: 'Pashu Mitra' });
});

it.each([undefined, null, '', '{"productName":'])('is not taken from a page that says %j', (written) => {
  expect(configIn(written)).toBe(null);
});

it('knows 22 first names as the app is shipped (S1 §9)', () => {
  const shipped = JSON.parse(readFileSync('public/config.json', 'utf8'));
  expect(new Set(shipped.mentionNames).size).toBe(22);
  expect(shipped.productName).toBe('Saathi');
});

it('lists no capabilities of the server as the app is shipped', () => {
  expect(JSON.parse(readFileSync('public/config.json', 'utf8'))).not.toHaveProperty('capabilities');
});
