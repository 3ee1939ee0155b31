import type { Can, Capability } from '../../contract/capabilities';
import { IncidentNews } from '../../contract/incidentNews';
import { MemberNews } from '../../contract/memberNews';
import { topics } from '../../contract/topics';
import { AHEAD_SPAN, askedSince } from '../api/ahead';
import { type Moment, momentAgo, pageLoaded } from '../moment';
import { readBody } from './bodies';
import type { Hub } from './hub';
import { hasHadNews } from './missedNews';

/** A listener that fetches data when the topic reports a change of them. */
interface Watcher {
  /**
   * Called each time the topic opens. Changes before that were not heard. If the server has no such topic, it is called each time a
   * connection opens.
   * @param hasMissed whether news may have been missed since the data were asked for; then even a fresh answer may be out of date
   */
  opened(hasMissed: boolean): void;
  /**
   * Something has changed. The id is that of the changed incident, or null if it is not known.
   * @param news what the member's personal topic said, if the change was told there
   */
  changed(incidentId: string | null, news?: MemberNews): void;
}

/** The most pieces of news that are kept until they are heard. If there are more, all count as missed. */
const MOST_EARLY = 100;

/** A screen may use answers that were requested after this time. */
const earliestAhead = (): Moment => (performance.now() < AHEAD_SPAN ? pageLoaded : momentAgo(AHEAD_SPAN));

/** The listeners that fetch data again when a topic tells that they have changed. */
export function createWatchers(hub: Hub, can: Can, watchPageReturns: (listener: () => void) => () => void) {
  /** The news that came before somebody hears all of them. */
  let early: ReturnType<typeof collectNews> | null = null;
  /** Whether somebody hears all news of the member (`hearAllMemberNews`). */
  let isHeard = false;
  const openedListeners = new Set<Watcher['opened']>();

  return {
    /** Watches for changes of the member's chat list. The caller may use a list that was requested ahead. */
    watchChats: (member: string, { opened, changed }: Watcher): (() => void) =>
      watch(topics.member(member), askedSince(), opened, (body) => {
        const news = readBody(MemberNews, body);
        // The list does not contain the global chat. It contains the names of those who wrote last, so it changes when a member leaves.
        if (news?.type === 'member.left' || (news?.type === 'chats.changed' && !news.isGlobal)) changed(null);
      }),

    /**
     * Watches for news of these types on the member's personal topic. The caller must not use data that were requested before this call.
     */
    watchMemberNews: (
      member: string,
      types: readonly MemberNews['type'][],
      { opened, changed }: Watcher,
    ): (() => void) =>
      orAtReturns(
        'personalTopic',
        changed,
        watch(topics.member(member), momentAgo(0), opened, (body) => {
          const news = readBody(MemberNews, body);
          if (news && types.includes(news.type)) changed(null, news);
        }),
      ),

    /** Watches for changes of all incidents (DECISIONS 12). The caller may use data that were requested ahead. */
    watchIncidents: ({ opened, changed }: Watcher): (() => void) =>
      orAtReturns(
        'incidentTopic',
        changed,
        watch(topics.incidents, askedSince(), opened, (body) =>
          changed(readBody(IncidentNews, body)?.incidentId ?? null),
        ),
      ),

    /**
     * Reports all news of the member's personal topic, also what came before this call. So the caller may use answers that were
     * requested a little earlier (AHEAD_SPAN).
     */
    hearAllMemberNews(
      member: string,
      { opened, heard }: { opened: (hasMissed: boolean) => void; heard: (news: MemberNews) => void },
    ): () => void {
      const before = early?.member === member ? early.taken() : null;
      dropEarly();
      isHeard = true;
      const leave = watch(topics.member(member), before ? momentAgo(0) : earliestAhead(), opened, (body) => {
        const news = readBody(MemberNews, body);
        if (news) heard(news);
      });
      // In a microtask, because the caller may not be ready for a call yet.
      let isWanted = true;
      queueMicrotask(() => isWanted && before?.forEach(heard));
      return () => {
        isWanted = false;
        isHeard = false;
        leave();
      };
    },

    /** Makes everybody fetch again who watches for changes: this member has made one, and no server tells of all of them. */
    ownChange(): void {
      for (const opened of openedListeners) opened(true);
    },

    /** Call it when a connection has opened: keeps the member's news until `hearAllMemberNews` is called. */
    keepEarlyNews(member: string | null): void {
      if (early?.member !== member) dropEarly();
      if (member !== null && !isHeard) early ??= collectNews(member);
    },
  };

  /**
   * @param since when the data were first asked for. News after that may be missing in the data.
   */
  function watch(topic: string, since: Moment, opened: Watcher['opened'], arrived: (body: string) => void): () => void {
    let wasLost = false;
    openedListeners.add(opened);
    const leave = hub.listen(topic, {
      opened: ({ quietFor }) => opened(wasLost || hasHadNews(quietFor, since)),
      lost: () => {
        wasLost = true;
      },
      arrived,
    });
    return () => {
      openedListeners.delete(opened);
      leave();
    };
  }

  /** Without the topic nothing tells what has changed while nobody looked at the page (DECISIONS 113). */
  function orAtReturns(topic: Capability, changed: Watcher['changed'], leave: () => void): () => void {
    if (can(topic)) return leave;
    const stopWatching = watchPageReturns(() => changed(null));
    return () => {
      leave();
      stopWatching();
    };
  }

  function dropEarly(): void {
    early?.leave();
    early = null;
  }

  /**
   * Collects the news of the personal topic, because the code that counts it is loaded after the first screen. Before that there may be
   * news already, for example because an unread chat was opened.
   */
  function collectNews(member: string) {
    const collected: MemberNews[] = [];
    let isWhole = false;
    const leave = watch(
      topics.member(member),
      earliestAhead(),
      (hasMissed) => {
        isWhole = !hasMissed;
      },
      (body) => {
        const news = readBody(MemberNews, body);
        if (!news) return;
        if (collected.length < MOST_EARLY) collected.push(news);
        else isWhole = false;
      },
    );
    /** What was collected; null if it does not contain everything. */
    return { member, leave, taken: () => (isWhole ? collected : null) };
  }
}
