import { fromPromise } from 'xstate';
import { signupEndpoints } from '../../contract/endpoints/signup';
import type { SignupRequest } from '../../contract/signup';
import type { SignupDraftCommand } from '../../machines/session/ports';
import { emptyForm, formOf, type SignupForm } from '../../machines/session/signup.form';
import { signupMachine } from '../../machines/session/signup.machine';
import { fromStream } from '../../machines/supervision';
import type { Api } from '../../services/api/api';
import { keepSignupDraft, readSignupDraft } from '../../services/storage/signupDraft';

export { SignupScreen } from '../../views/session/SignupScreen';

/** The sign-up with its ports. */
export const provideSignup = (api: Api) =>
  signupMachine.provide({
    actors: {
      signUp: fromPromise<unknown, SignupRequest>(({ input, signal }) =>
        api.call(signupEndpoints.signup, { body: input, signal }),
      ),
      signupDraft: fromStream<SignupDraftCommand, SignupForm>(({ input, sendBack, receive }) => {
        const texts = readSignupDraft();
        // After a restart of the chart: its end has deleted what was kept.
        if (input !== emptyForm) keepSignupDraft(input);
        else if (texts) sendBack({ type: 'form.restored', form: formOf(texts) });
        receive(({ form }) => keepSignupDraft(form));
        // The screen is left, or the chart is started again. A reload does not get here.
        return () => keepSignupDraft(null);
      }),
    },
  });
