import { fromPromise } from 'xstate';
import { signupEndpoints } from '../contract/endpoints/signup';
import type { SignupRequest } from '../contract/signup';
import { signupMachine } from '../machines/session/signup.machine';
import type { Api } from '../services/api';

export { SignupScreen } from '../views/session/SignupScreen';

/** The sign-up with its port. */
export const provideSignup = (api: Api) =>
  signupMachine.provide({
    actors: {
      signUp: fromPromise<unknown, SignupRequest>(({ input, signal }) =>
        api.call(signupEndpoints.signup, { body: input, signal }),
      ),
    },
  });
