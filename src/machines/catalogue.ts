import type { AnyStateMachine } from 'xstate';
import { adminTaskMachine } from './admin/adminTask.machine';
import { archivesMachine } from './admin/archives.machine';
import { auditMachine } from './admin/audit.machine';
import { manageUsersMachine } from './admin/manageUsers.machine';
import { superAdminMachine } from './admin/superAdmin.machine';
import { attachmentsMachine } from './attachments.machine';
import { assignmentMachine } from './cases/assignment.machine';
import { completionMachine } from './cases/completion.machine';
import { completionBarMachine } from './cases/completionBar.machine';
import { completionDraftsMachine } from './cases/completionDrafts.machine';
import { incidentDetailsMachine } from './cases/incidentDetails.machine';
import { initiationMachine } from './cases/initiation.machine';
import { myCasesMachine } from './cases/myCases.machine';
import { teamMachine } from './cases/team.machine';
import { arrivalsMachine } from './chat/arrivals.machine';
import { audioMachine } from './chat/audio.machine';
import { catchUpMachine } from './chat/catchUp.machine';
import { chatListMachine } from './chat/chatList.machine';
import { composerMachine } from './chat/composer.machine';
import { conversationMachine } from './chat/conversation.machine';
import { gestureMachine } from './chat/gesture.machine';
import { historyMachine } from './chat/history.machine';
import { mentionNamesMachine } from './chat/mentionNames.machine';
import { messageVersionsMachine } from './chat/messageVersions.machine';
import { overlayMachine } from './chat/overlay.machine';
import { pinMachine } from './chat/pin.machine';
import { placeSharingMachine } from './chat/placeSharing.machine';
import { realtimeMachine } from './chat/realtime.machine';
import { receiptsMachine } from './chat/receipts.machine';
import { recordingMachine } from './chat/recording.machine';
import { revisionsMachine } from './chat/revisions.machine';
import { transientTextMachine } from './chat/transientText.machine';
import { typingMachine } from './chat/typing.machine';
import { viewerMachine } from './chat/viewer.machine';
import { viewportMachine } from './chat/viewport.machine';
import { waveformsMachine } from './chat/waveforms.machine';
import { feedMachine } from './feed.machine';
import { copyingMachine } from './incidents/copying.machine';
import { galleryMachine } from './incidents/gallery.machine';
import { incidentMachine } from './incidents/incident.machine';
import { incidentActionMachine } from './incidents/incidentAction.machine';
import { incidentClosingMachine } from './incidents/incidentClosing.machine';
import { incidentDeletingMachine } from './incidents/incidentDeleting.machine';
import { incidentEditMachine } from './incidents/incidentEdit.machine';
import { incidentHistoryMachine } from './incidents/incidentHistory.machine';
import { incidentLocationMachine } from './incidents/incidentLocation.machine';
import { incidentNoteMachine } from './incidents/incidentNote.machine';
import { incidentUpdateMachine } from './incidents/incidentUpdate.machine';
import { liveMachine } from './incidents/live.machine';
import { nearbyMachine } from './incidents/nearby.machine';
import { placeMachine } from './incidents/place.machine';
import { reportMachine } from './incidents/report.machine';
import { reportFormMachine } from './incidents/reportForm.machine';
import { teamKitMachine } from './incidents/teamKit.machine';
import { caseLifecycle } from './lifecycles/case.machine';
import { incidentLifecycle } from './lifecycles/incident.machine';
import { membershipLifecycle } from './lifecycles/membership.machine';
import { messageLifecycle } from './lifecycles/message.machine';
import { movementLifecycle } from './lifecycles/movement.machine';
import { requisitionLifecycle } from './lifecycles/requisition.machine';
import { agesMachine } from './notifications/ages.machine';
import { deletingAllMachine } from './notifications/deletingAll.machine';
import { newsMachine } from './notifications/news.machine';
import { notificationsMachine } from './notifications/notifications.machine';
import { toastsMachine } from './notifications/toasts.machine';
import { approvalsMachine } from './people/approvals.machine';
import { decisionMachine } from './people/decision.machine';
import { leaderboardMachine } from './people/leaderboard.machine';
import { passwordMachine } from './people/password.machine';
import { profileMachine } from './people/profile.machine';
import { profileLocationMachine } from './people/profileLocation.machine';
import { pushMachine } from './people/push.machine';
import { settingMachine } from './people/setting.machine';
import { settingsMachine } from './people/settings.machine';
import { volunteerMachine } from './people/volunteer.machine';
import { volunteerEditMachine } from './people/volunteerEdit.machine';
import { volunteerKitMachine } from './people/volunteerKit.machine';
import { volunteersMachine } from './people/volunteers.machine';
import { searchMachine } from './search/search.machine';
import { appVersionMachine } from './session/appVersion.machine';
import { clockMachine } from './session/clock.machine';
import { expiryMachine } from './session/expiry.machine';
import { loginMachine } from './session/login.machine';
import { logoutMachine } from './session/logout.machine';
import { messagingMachine } from './session/messaging.machine';
import { noticesMachine } from './session/notices.machine';
import { sessionMachine } from './session/session.machine';
import { signupMachine } from './session/signup.machine';
import { shareMachine } from './share/share.machine';
import { queueMachine } from './submissions/queue.machine';
import { submissionMachine } from './submissions/submission.machine';
import { trayMachine } from './submissions/tray.machine';
import { cartMachine } from './supplies/cart.machine';
import { categoriesMachine } from './supplies/categories.machine';
import { dispatchedMachine } from './supplies/dispatched.machine';
import { handlingMachine } from './supplies/handling.machine';
import { inventoryMachine } from './supplies/inventory.machine';
import { itemDeletingMachine } from './supplies/itemDeleting.machine';
import { itemEditMachine } from './supplies/itemEdit.machine';
import { itemImportMachine } from './supplies/itemImport.machine';
import { kitMachine } from './supplies/kit.machine';
import { kitItemMachine } from './supplies/kitItem.machine';
import { personalItemMachine } from './supplies/personalItem.machine';
import { scanningMachine } from './supplies/scanning.machine';
import { stockMachine } from './supplies/stock.machine';
import { stockChangeMachine } from './supplies/stockChange.machine';
import { textCopyingMachine } from './textCopying.machine';

/** An entry of the catalogue. The chart's id is the machine's own id. */
interface CatalogueEntry {
  readonly machine: AnyStateMachine;
  readonly title: string;
  /** The area of the app, which is a folder of src/machines; 'shared' for charts that several areas use. */
  readonly area:
    | 'session'
    | 'admin'
    | 'chat'
    | 'notifications'
    | 'people'
    | 'search'
    | 'share'
    | 'incidents'
    | 'cases'
    | 'submissions'
    | 'supplies'
    | 'shared';
  /** The sources of its rules: the specification and docs/decisions.md. */
  readonly source: string;
  /** 'lifecycle': what a thing may go through, enforced by the server. 'workflow': what a person goes through. */
  readonly kind: 'lifecycle' | 'workflow';
}

const workflows = (
  area: CatalogueEntry['area'],
  entries: readonly Omit<CatalogueEntry, 'area' | 'kind'>[],
): CatalogueEntry[] => entries.map((entry) => ({ ...entry, area, kind: 'workflow' }));

/** Every chart of the app. Only tests and the rules workbench may import it, because it imports them all. */
export const catalogue: readonly CatalogueEntry[] = [
  {
    machine: membershipLifecycle,
    title: 'Membership',
    area: 'people',
    source: 'S1 §1, S2 §4, DECISIONS 2, 13',
    kind: 'lifecycle',
  },
  {
    machine: messageLifecycle,
    title: 'Message',
    area: 'chat',
    source: 'S1 §4, DECISIONS 11, 40',
    kind: 'lifecycle',
  },
  {
    machine: incidentLifecycle,
    title: 'Incident',
    area: 'incidents',
    source: 'S1 §4, S2 §4 and §6, DECISIONS 22, 25, 26',
    kind: 'lifecycle',
  },
  {
    machine: caseLifecycle,
    title: 'Case',
    area: 'cases',
    source: 'S2 §4, DECISIONS 22, 27',
    kind: 'lifecycle',
  },
  {
    machine: movementLifecycle,
    title: 'Movement of a team member',
    area: 'cases',
    source: 'DECISIONS 154',
    kind: 'lifecycle',
  },
  {
    machine: requisitionLifecycle,
    title: 'Requisition',
    area: 'supplies',
    source: 'S2 §4 and §6, DECISIONS 16, 32, K9, P7',
    kind: 'lifecycle',
  },
  ...workflows('cases', [
    { machine: teamMachine, title: 'Team modal', source: 'S1 §2, §8' },
    { machine: incidentDetailsMachine, title: 'Incident details modal', source: 'S1 §2, §8' },
    { machine: assignmentMachine, title: 'Team assignment', source: 'S2 §2, §5, §6, §8, DECISIONS 22, 25' },
    { machine: initiationMachine, title: 'Confirmation of who takes part in a case', source: 'S2 §4, §5, §8' },
    { machine: myCasesMachine, title: 'My Active Cases', source: 'S2 §2, §4, §8, DECISIONS 28' },
    { machine: completionMachine, title: 'Completion of a case', source: 'S2 §4, §5, §8, DECISIONS 9, 73' },
    { machine: completionDraftsMachine, title: 'Drafts of completions', source: 'DECISIONS 365' },
    { machine: completionBarMachine, title: 'Messages below the completion of a case', source: 'S2 §5, §8, §9' },
  ]),
  ...workflows('session', [
    { machine: sessionMachine, title: 'Session', source: 'S1 §4, §8, DECISIONS 1, 4, 43' },
    { machine: expiryMachine, title: 'Expiry of a token', source: 'S1 §4, §8' },
    { machine: messagingMachine, title: 'Messaging of a signed-in member', source: 'S1 §7, DECISIONS 41' },
    { machine: logoutMachine, title: 'Log Out', source: 'S1 §4, DECISIONS 41' },
    { machine: loginMachine, title: 'Login screen', source: 'S1 §2, §4, §5, §8' },
    { machine: signupMachine, title: 'Volunteer sign-up screen', source: 'S1 §2, §4, §5, §8' },
    { machine: appVersionMachine, title: 'Version of the app', source: 'DECISIONS 160' },
    { machine: clockMachine, title: 'Clock', source: 'S1 §2, DECISIONS 42' },
    { machine: noticesMachine, title: 'Bars and toasts', source: 'S1 §8, §9' },
  ]),
  ...workflows('submissions', [
    { machine: queueMachine, title: 'Everything that waits to be sent', source: 'S1 §4, DECISIONS 9, 11, 41' },
    { machine: submissionMachine, title: 'One submission on its way', source: 'S1 §2, §4, §7, §8, S2 §4' },
    { machine: trayMachine, title: 'Tray of waiting submissions', source: 'DECISIONS 41' },
  ]),
  ...workflows('notifications', [
    { machine: notificationsMachine, title: 'Notifications', source: 'S2 §2, §4, §8, DECISIONS 20, 34' },
    { machine: deletingAllMachine, title: 'Deletion of all notifications', source: 'S2 §2, DECISIONS N4' },
    { machine: newsMachine, title: 'News on every screen', source: 'DECISIONS 12, 34' },
    { machine: toastsMachine, title: 'Toasts with a link to their news', source: 'DECISIONS 34' },
    { machine: agesMachine, title: 'Ages of notifications', source: 'S2 §9' },
  ]),
  ...workflows('admin', [
    { machine: superAdminMachine, title: 'Super Admin', source: 'S2 §2' },
    {
      machine: adminTaskMachine,
      title: 'An administrative act',
      source: 'S2 §2, §5, §8, §9, DECISIONS P7, P8, P13, P16, P19',
    },
    { machine: manageUsersMachine, title: 'Manage Users', source: 'S2 §2, §5, §8, DECISIONS P7, P8, P19' },
    { machine: archivesMachine, title: 'Archives', source: 'DECISIONS 29' },
    { machine: auditMachine, title: 'Audit log', source: 'DECISIONS P14' },
  ]),
  ...workflows('people', [
    { machine: leaderboardMachine, title: 'Leaderboard', source: 'S1 §2, §8, §9, DECISIONS 31' },
    { machine: approvalsMachine, title: 'Pending sign-ups', source: 'S2 §2, §4, §8, DECISIONS 20, P2' },
    { machine: decisionMachine, title: 'Decision about a sign-up', source: 'S2 §4, DECISIONS 1, 20, P2' },
    { machine: volunteersMachine, title: 'Volunteers', source: 'S2 §2, §8, DECISIONS P18' },
    { machine: volunteerMachine, title: 'Volunteer', source: 'S2 §2, §8, DECISIONS P4' },
    { machine: volunteerKitMachine, title: 'Kit items of a volunteer', source: 'S2 §2' },
    {
      machine: volunteerEditMachine,
      title: 'Position, experience and roles',
      source: 'S2 §5, §6, §7, §8, DECISIONS 16, P15',
    },
    { machine: profileMachine, title: 'Profile', source: 'S2 §2, §7' },
    { machine: settingsMachine, title: 'Settings of the profile', source: 'S2 §2, §4, §7' },
    { machine: settingMachine, title: 'One setting of the profile', source: 'S2 §4, §8, §9, DECISIONS 20' },
    { machine: profileLocationMachine, title: 'Update My Location', source: 'S2 §2, §4, §8, §9' },
    { machine: passwordMachine, title: 'Change Password', source: 'S2 §4, §5, §8, §9' },
    { machine: pushMachine, title: 'Enable Notifications', source: 'S2 §2, §8, DECISIONS 34' },
  ]),
  ...workflows('incidents', [
    { machine: incidentMachine, title: 'Incident page', source: 'S2 §2, §4, §6, DECISIONS 25' },
    { machine: incidentUpdateMachine, title: 'Edit form as a page', source: 'S2 §2, §6, DECISIONS 30' },
    { machine: incidentActionMachine, title: 'Interest, resolve, reactivate', source: 'S2 §4, §6, §8, DECISIONS 20' },
    { machine: incidentClosingMachine, title: 'Close an incident', source: 'S2 §2, §4, §5, §8' },
    { machine: incidentDeletingMachine, title: 'Delete an incident', source: 'S2 §2, §4, §8, DECISIONS 29' },
    { machine: incidentEditMachine, title: 'Edit an incident', source: 'S2 §5, §6, §8, DECISIONS 30' },
    { machine: incidentLocationMachine, title: 'Update Location', source: 'S2 §4, §8, §9, DECISIONS 26' },
    { machine: incidentNoteMachine, title: 'Note to an incident', source: 'DECISIONS 170' },
    { machine: incidentHistoryMachine, title: 'History of an incident', source: 'S2 §2, §3' },
    { machine: teamKitMachine, title: 'Team kit', source: 'S2 §2, §3, §4' },
    { machine: copyingMachine, title: 'Copy contact and details', source: 'S2 §2, §4, §8, §9' },
    { machine: galleryMachine, title: 'Media gallery', source: 'S2 §2, §6, §7, §8' },
    { machine: liveMachine, title: 'Live incidents', source: 'S1 §2, §4, §8, §9, DECISIONS 12, 23' },
    { machine: reportMachine, title: 'Report an incident', source: 'S1 §2, §4, §8, DECISIONS 9' },
    { machine: reportFormMachine, title: 'Report form', source: 'S1 §2, §3, §5, §8, §9' },
    { machine: nearbyMachine, title: 'Incidents near me', source: 'S2 §8, DECISIONS 174' },
    { machine: placeMachine, title: 'Place on the map of incidents', source: 'S1 §2' },
  ]),
  ...workflows('shared', [
    { machine: attachmentsMachine, title: 'Attached files', source: 'S1 §2, §5, DECISIONS 38' },
    { machine: feedMachine, title: 'Data kept fresh', source: 'S1 §8, S2 §8, DECISIONS 12' },
    { machine: textCopyingMachine, title: 'Copy a text', source: 'S2 §9' },
  ]),
  ...workflows('search', [{ machine: searchMachine, title: 'Search', source: 'DECISIONS 169' }]),
  ...workflows('share', [{ machine: shareMachine, title: 'Shared by another app', source: 'DECISIONS 183' }]),
  ...workflows('supplies', [
    { machine: kitMachine, title: 'First-aid kit', source: 'S2 §2, §4, §5, §8, DECISIONS 33, K1, K4, K5' },
    { machine: kitItemMachine, title: 'Quantity or removal of a kit item', source: 'S2 §5, §7, §8, DECISIONS K1' },
    { machine: personalItemMachine, title: 'Personal item for the kit', source: 'S2 §5, §7, §8, DECISIONS 9, K6' },
    { machine: cartMachine, title: 'Request for supplies', source: 'S2 §2, §5, §8, DECISIONS K8' },
    { machine: inventoryMachine, title: 'Inventory', source: 'S2 §2, §7, §8, DECISIONS 32, K3, K9' },
    { machine: handlingMachine, title: 'Decisions about requisitions', source: 'S2 §4, §7, §8, DECISIONS 32' },
    { machine: itemEditMachine, title: 'Item modal', source: 'S2 §2, §5, §8, §9, DECISIONS K1' },
    { machine: dispatchedMachine, title: 'Dispatched, not yet received', source: 'DECISIONS 286' },
    { machine: itemDeletingMachine, title: 'Deletion of an item', source: 'S2 §7, §8, DECISIONS K3' },
    { machine: categoriesMachine, title: 'Categories modal', source: 'S2 §2, §5, §7, §8, DECISIONS K2' },
    { machine: stockMachine, title: 'Stock of an item', source: 'DECISIONS 32, K10' },
    { machine: stockChangeMachine, title: 'Change of a stock', source: 'DECISIONS K1, K10' },
    { machine: itemImportMachine, title: 'Import of items', source: 'S2 §2, DECISIONS K1' },
    { machine: scanningMachine, title: 'Finding an item by its barcode', source: 'S2 §2, DECISIONS 32' },
  ]),
  ...workflows('chat', [
    { machine: chatListMachine, title: 'Incident chat list', source: 'S1 §2, §4, §8' },
    { machine: conversationMachine, title: 'Conversation', source: 'S1 §2, §4, §5, §8' },
    { machine: historyMachine, title: 'Messages of a conversation', source: 'S1 §4, DECISIONS 40' },
    { machine: revisionsMachine, title: 'Changes of own messages', source: 'DECISIONS 164' },
    { machine: pinMachine, title: 'Pinned message of a chat', source: 'DECISIONS 165' },
    { machine: typingMachine, title: 'Who is typing', source: 'DECISIONS 177' },
    { machine: placeSharingMachine, title: 'Sharing my place', source: 'DECISIONS 166' },
    { machine: messageVersionsMachine, title: 'Earlier versions of a message', source: 'DECISIONS 164' },
    { machine: receiptsMachine, title: 'Read receipts and reactions', source: 'S1 §4, DECISIONS 11, 40' },
    { machine: catchUpMachine, title: 'Catching up after a reconnect', source: 'DECISIONS 40' },
    { machine: arrivalsMachine, title: 'Messages that arrive while older ones are measured', source: 'DECISIONS 405' },
    { machine: viewportMachine, title: 'What is in view of a conversation', source: 'S1 §2, §4' },
    { machine: composerMachine, title: 'Input bar of a conversation', source: 'S1 §2, §4, §5' },
    { machine: mentionNamesMachine, title: 'Names to mention', source: 'DECISIONS 18, P20' },
    { machine: recordingMachine, title: 'Voice recorder', source: 'S1 §4, §5, §8, DECISIONS 37' },
    { machine: audioMachine, title: 'Audio player', source: 'S1 §9' },
    { machine: waveformsMachine, title: 'Waveforms of voice messages', source: 'S1 §9' },
    { machine: viewerMachine, title: 'Full-size image viewer', source: 'S1 §2, §4, DECISIONS 36' },
    { machine: gestureMachine, title: 'Gestures on a message', source: 'S1 §4, §9' },
    { machine: overlayMachine, title: 'Reaction menu and reactions', source: 'S1 §2' },
    { machine: transientTextMachine, title: 'Text that is shown for a while', source: 'S1 §8, §9' },
    { machine: realtimeMachine, title: 'Realtime connection', source: 'S1 §7, §9, DECISIONS 10' },
  ]),
];
