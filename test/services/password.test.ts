import { expect, it, vi } from 'vitest';
import { CallFailure } from '../../src/contract/failure';
import { PASSWORD_MAYBE_CHANGED } from '../../src/rules/people/profileTexts';
import { connections, failed, portOf, started } from './leaving';

// Only the wiring is tested here: the screens that it hands on need a browser.
vi.mock('../../src/views/people/NewPasswordScreen', () => ({ NewPasswordScreen: null }));
vi.mock('../../src/views/people/ProfileScreen', () => ({ ProfileScreen: null }));
const { providePassword } = await import('../../src/wiring/people/profile');

it.each([
  ['is over when it is changed', [{ token: 'new' }], ''],
  ['is over when it is refused', [new CallFailure('refused', 400, 'Too short.')], ''],
  ['is over when its answer is lost and it turns out to be changed', [failed, { token: 'new' }], ''],
  ['stays when its answer is lost and nobody can tell', [failed, failed], PASSWORD_MAYBE_CHANGED],
])(
  'that a password may have been changed, as the login would say, %s (DECISIONS P10)',
  async (_, answers, explained) => {
    const { gateways, end } = connections();
    let said = '';
    const explainEnd = (reason: string) => {
      said = reason;
    };
    const wiring = { explainEnd, renewToken: () => {}, username: () => 'mira', vapidPublicKey: '', expiresAt: () => 0 };
    const change = started(portOf(providePassword(gateways, wiring), 'changePassword'), { newPassword: 'a good one' });
    expect(said).toBe(PASSWORD_MAYBE_CHANGED);
    for (const answer of answers) await end(answer);
    await expect.poll(() => change.getSnapshot().status).not.toBe('active');
    expect(said).toBe(explained);
  },
);
