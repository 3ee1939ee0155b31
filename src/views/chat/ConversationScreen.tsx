import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { Info } from 'lucide-react';
import type { ReactElement } from 'react';
import type { conversationMachine } from '../../machines/chat/conversation.machine';
import { selectGroupIncident, selectGroupName, selectIncidentId } from '../../machines/chat/conversation.select';
import { selectShowsDetails } from '../../machines/chat/overlay.machine';
import { incidentChatName } from '../../rules/chat/chatTexts';
import { locationText, statusText } from '../../rules/incidents/incidents';
import { textIn } from '../../rules/wording';
import { type ScreenProps, useMember } from '../app';
import { Photo } from '../incidents/parts/Photo';
import { BackArrow } from '../parts/BackLink';
import { IconButton } from '../parts/buttons/IconButton';
import { Conversation } from './Conversation';
import styles from './Conversation.module.css';
import { type ChatSearch, useChat, useOpenChat } from './chat';
import { MuteButton, SearchButton } from './HeaderButtons';

/** The chat of one incident (S1 §2, /chat/{chatId}). */
export function ConversationScreen({ machine }: ScreenProps<typeof conversationMachine>): ReactElement {
  const { chatId } = useParams({ from: '/members/chat/$chatId' });
  const { message }: ChatSearch = useSearch({ strict: false });
  const messageId = textIn(message);
  return <IncidentChat key={`${chatId}/${messageId}`} machine={machine} chatId={chatId} messageId={messageId} />;
}

interface IncidentChatProps extends ScreenProps<typeof conversationMachine> {
  chatId: string;
  messageId: string;
}

function IncidentChat({ machine, chatId, messageId }: IncidentChatProps) {
  const chat = useOpenChat(machine, { kind: 'incident', chatId }, messageId);
  const name = useSelector(chat.conversation, selectGroupName);
  const incidentId = useSelector(chat.conversation, selectIncidentId);
  const incident = useSelector(chat.conversation, selectGroupIncident);
  return (
    <Conversation
      chat={chat}
      title={incidentChatName(name)}
      header={
        <>
          <BackArrow to="/chat" label="Back to Incident Chats" data-back />
          {incidentId === null ? (
            <Name name={name} />
          ) : (
            <Link to="/incident/$incidentId" params={{ incidentId }} className={styles.about}>
              <Photo photoUrl={incident?.photoUrl} size={40} />
              <span className={styles.words}>
                <Name name={name} />
                {incident && (
                  <span className={styles.where} dir="auto">
                    {statusText(incident.status)} · {locationText(incident.location)}
                  </span>
                )}
              </span>
            </Link>
          )}
          <div className={styles.buttons}>
            <SearchButton chat={chatId} />
            <MuteButton chat={{ kind: 'incident', chatId }} />
            {incidentId && <IncidentInfo incidentId={incidentId} />}
          </div>
        </>
      }
    />
  );
}

/** Until the name is known, only screen readers hear what it is, so that no words are replaced before the eyes. */
function Name({ name }: { name: string | null }) {
  return (
    <h1 className={styles.title} dir="auto">
      {name === null ? <span className="visually-hidden">{incidentChatName(name)}</span> : incidentChatName(name)}
    </h1>
  );
}

/** The info button of an incident's chat, and the modal that it opens (S1 §2). */
function IncidentInfo({ incidentId }: { incidentId: string }) {
  const { overlay } = useChat();
  const { IncidentDetails } = useMember();
  const showsDetails = useSelector(overlay, selectShowsDetails);
  return (
    <>
      <IconButton label="Incident details" onClick={() => overlay.send({ type: 'details.open' })}>
        <Info aria-hidden />
      </IconButton>
      {showsDetails && (
        <IncidentDetails incidentId={incidentId} onClose={() => overlay.send({ type: 'overlay.close' })} />
      )}
    </>
  );
}
