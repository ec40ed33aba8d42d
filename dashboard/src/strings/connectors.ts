import { counted } from './counted.ts';

export const connectorStrings = {
  title: 'Connectors',
  description:
    'Where access and use are read from, how far the work is behind, and which events were rejected or could not be applied.',
  alerts: {
    title: 'Alerts',
    none: 'No alert is firing, and none is about to.',
    noneFiring: 'No alert is firing.',
    showPending: (count: number) =>
      count === 1 ? 'Show 1 that is pending' : `Show ${count} that are pending`,
    hidePending: 'Hide what is pending',
    firing: 'Firing',
    pending: 'Pending',
    pendingHint: (duration: string) => `fires after ${duration}`,
    severity: { critical: 'critical', warning: 'warning' } as Record<string, string>,
    since: 'since',
    silencedState: 'Silenced',
    acknowledge: 'Acknowledge',
    silence: 'Silence',
    endSilence: 'End the silence',
    acknowledged: (by: string) => `Acknowledged by ${by}`,
    silencedBy: (by: string) => `Silenced by ${by} until`,
    handling: {
      acknowledge: {
        title: 'Acknowledge this alert',
        consequences: [
          'It keeps firing here, and says that you know of it until it is resolved.',
          'Webhooks and channels are not told of it again.',
        ],
        action: 'Acknowledge',
        note: 'optional',
        done: 'The alert is acknowledged.',
      },
      silence: {
        title: 'Silence this alert',
        consequences: [
          'Webhooks and channels are not told that it fires. It stays in this list and in the audit trail.',
          'No other alert is silenced. If it still fires when the silence ends, it is told then.',
        ],
        action: 'Silence',
        note: 'required',
        noteLabel: 'Reason',
        done: 'The alert is silenced.',
      },
      unsilence: {
        title: 'End the silence of this alert',
        consequences: ['If it still fires, webhooks and channels are told within about 15 seconds.'],
        action: 'End the silence',
        done: 'The silence is ended.',
      },
    } as const,
    openSubject: 'Open',
    until: 'Until the end of',
    untilHint: 'At most 90 days from now.',
    /** What to do here; what is not listed is told as the API has it. */
    actions: {
      decay_score_high: {
        what: 'Check that the stalest access is under review, and have the reviews decided.',
        place: { to: '/grants', search: { sort: 'score', order: 'desc' }, label: 'Show the stalest access' },
      },
      decay_score_critical: {
        what: 'Nobody is expected to need it: its review was ignored, or its remediation is stuck.',
        place: { to: '/grants', search: { sort: 'score', order: 'desc' }, label: 'Show the stalest access' },
      },
      pending_reviews_high: {
        what: 'More reviews are opened than decided. Reassign some, or raise the review threshold in the policy.',
        place: { to: '/reviews', search: {}, label: 'Open the inbox' },
      },
      review_past_sla: {
        what: 'Decide or reassign what is overdue, or set deadlines that can be kept.',
        place: { to: '/reviews', search: {}, label: 'Open the inbox' },
      },
      tenant_not_processed: {
        what: 'Some background work fails again and again, so what you see may be out of date. GET /v1/pipeline has the error; the log says where it comes from.',
      },
      removal_contradicted: {
        what: 'It was not removed, or it was given again. Open the remediation and retry it; or, if the access is to stay, request a review of it and confirm it.',
      },
      removal_not_done: {
        what: 'Nobody has said that it was done. Remove it and attest that; or, if the access is to stay, cancel its remediation.',
      },
      ingestion_stopped: {
        what: 'Use that is not seen looks like disuse. Test the connector below, or ask who sends the events; turn off or silence what is meant to be silent.',
      },
      consumer_lag_high: {
        what: 'More arrives than is worked off. See below which stage; add a worker, or give PostgreSQL more.',
      },
      score_computation_slow: {
        what: 'See below which stage takes the time, and look at memory, disk and autovacuum of PostgreSQL.',
      },
    } as Record<
      string,
      { what: string; place?: { to: string; search: Record<string, string>; label: string } } | undefined
    >,
  },
  connectors: {
    title: 'Connectors',
    description: 'Platforms that Lapse reads access and use from, and removes access on.',
    add: 'Connect a platform',
    none: 'No platform is connected',
    noneHint:
      'What was imported needs none; remediations there are tasks for people. Connect a platform, and Lapse reads its access and use, and removes access, by itself.',
    lastSync: 'Last sync',
    lag: 'Use read',
    lagAgo: (duration: string) => `${duration} ago`,
    never: 'never',
    mode: 'Remediations',
    modes: {
      dry_run: 'dry run',
      manual: 'after approval',
      automatic: 'automatic',
    } as Record<string, string>,
    next: 'Next sync',
    paused: 'not while it is off',
    coverage: 'Coverage',
    sees: (since: string) => `Sees use, without a break since ${since}`,
    seesNow: 'Sees use',
    blind: 'Does not see use: silence is no evidence',
    unknownCoverage: 'Not known before the first sync',
    health: {
      unknown: 'Not asked yet',
      healthy: 'Healthy',
      degraded: 'Degraded',
      failing: 'Failing',
    } as Record<string, string>,
    off: 'Turned off',
    syncing: 'Reading',
    phases: {
      principals: 'Reading principals',
      assets: 'Reading assets',
      memberships: 'Reading memberships',
      grants: 'Reading grants',
      inherited: 'Working out inherited access',
      vanished: 'Comparing with what was known',
      use: 'Reading use',
      done: 'Done',
    } as Record<string, string>,
    found: (counts: { principals: string; assets: string; grants: string; events: string }) =>
      [
        counted(counts.principals, 'principal'),
        counted(counts.assets, 'asset'),
        counted(counts.grants, 'grant'),
        counted(counts.events, 'event'),
      ].join(', '),
    skipped: (count: string) => `${count} were named by the platform but not understood`,
    removed: (count: string) => `${count} are gone there since the sync before`,
    lastFound: 'Found',
    details: 'Details',
    hide: 'Hide details',
    sources: 'Sources of use',
    notSeen: 'does not see',
    seen: 'sees',
    sourceStatus: { available: 'available', degraded: 'degraded', unavailable: 'unavailable' } as Record<
      string,
      string
    >,
    gaps: 'Gaps',
    sync: 'Sync now',
    syncAsked: 'The platform is being read',
    test: 'Test',
    edit: 'Change',
    turnOff: 'Turn off',
    turnOn: 'Turn on',
    believe: 'Sync and accept all removals',
    remove: 'Remove',
    menu: (name: string) => `More actions for ${name}`,
  },
  test: {
    title: (name: string) => `Test of ${name}`,
    running: 'Asking the platform …',
    version: 'Version',
    latency: 'Answered in',
    ms: (ms: string) => `${ms} ms`,
    again: 'Test again',
  },
  trouble: {
    noAnswer: 'The server does not answer in time. Check firewalls between here and there.',
    brokenOff: 'The connection was broken off. It is tried again at the next sync.',
    password: 'The server does not accept the user or its password. Enter them again under Change.',
    certificate: 'The certificate of the server is not trusted. Give the PEM of its authority under Change.',
    noTls: 'The server does not speak TLS. Turn it on there, or change the TLS setting.',
    permission: 'The account of Lapse may not read this. Test says what is missing.',
    full: 'The server takes no more connections at the moment. It is tried again at the next sync.',
  },
  confirm: {
    remove: (name: string) => ({
      title: `Remove ${name}?`,
      consequences: [
        'It is read no more. What it found stays in the directory, and its scores go on without new use.',
        'Its secrets are deleted. It is refused while remediations there are under way.',
        'When the same system is connected again, what was found is found again.',
      ],
      action: 'Remove the connector',
    }),
    turnOff: (name: string) => ({
      title: `Turn ${name} off?`,
      consequences: [
        'It is not read until it is turned on again. Use is not seen meanwhile, so remediations there are blocked.',
      ],
      action: 'Turn off',
    }),
    turnOn: (name: string) => ({
      title: `Turn ${name} on?`,
      consequences: ['It is read at once, and then at its interval.'],
      action: 'Turn on',
    }),
    believe: (name: string) => ({
      title: `Accept everything ${name} reports as gone?`,
      consequences: [
        'The platform is read now. What it no longer lists counts as gone, even if that is most of what was known.',
        'Do this only when so much was really removed there.',
      ],
      action: 'Sync and accept it',
    }),
  },
  form: {
    editTitle: (name: string) => `Change ${name}`,
    name: 'Name',
    nameHint: 'Unique within your organisation.',
    mode: 'What happens to revoked access there',
    modeHint: 'The more careful of this and the policy counts.',
    modes: [
      { value: 'dry_run', label: 'Dry run: plan it, remove nothing' },
      { value: 'manual', label: 'Remove after an admin approves' },
      { value: 'automatic', label: 'Remove by itself' },
    ],
    every: 'Seconds between two syncs',
    more: 'More settings',
    fewer: 'Fewer settings',
    secretKept: 'Set. Leave empty to keep it.',
    secretHint: 'Kept sealed, never shown.',
    list: 'Press Enter after each.',
    save: 'Save',
    label: (name: string) => {
      const words = name
        .replaceAll('_', ' ')
        .replace(/\bms\b/, '(ms)')
        .replace(/\burl\b/, 'URL')
        .replace(/^powerbi\b/, 'Power BI')
        .replace(/^tls/, 'TLS');
      return words.charAt(0).toUpperCase() + words.slice(1);
    },
  },
  pipeline: {
    title: 'Pipeline',
    description: 'What waits to be worked on. It is read again every 15 seconds.',
    columns: ['Stage', 'Waiting', 'Oldest'],
    orMore: (count: string) => `${count} or more`,
    times: 'How long stages take',
    timesDescription: 'Of all batches so far.',
    timeColumns: ['Stage', 'Batches', 'Mean', '99 of 100 within'],
    noTimes: 'No event has been applied yet.',
    recent: (p99: string) => `In the last ten minutes 99 of 100 batches took at most ${p99}.`,
    recentNone: 'No batch in the last ten minutes.',
    sources: 'Events brought',
    api: 'The API (POST /v1/events)',
    noSources:
      'Nobody has sent an event, and no connector has read one yet. Send some to POST /v1/events, or connect a platform.',
    sourceColumns: ['From', 'Events'],
    stages: {
      events: 'Events to apply',
      recalculations: 'Scores to recompute',
      peer_moves: 'Changes of peer groups',
      crossings: 'Thresholds to announce',
      review_timers: 'Reviews with a deadline passed',
      campaigns: 'Campaigns opening reviews',
      remediations: 'Remediations that are due',
      syncs: 'Connectors to read',
      audit: 'Entries without a place in the log',
      webhook_deliveries: 'Webhook deliveries that are due',
      reports: 'Reports to generate',
    } as Record<string, string>,
  },
  /** Of rejected and of dead events. */
  setAside: {
    bar: 'Selected events',
    select: (id: string) => `Select ${id}`,
    noId: 'Without an id',
    use: (action: string, principal: string, asset: string) => `${action}: ${principal} on ${asset}`,
    unknown: '?',
    show: 'Show what came',
    hide: 'Hide what came',
  },
  rejected: {
    title: 'Rejected events',
    description:
      'Refused when they arrived, so nothing counts them as use. Fix what the reason says, in the directory or at the sender, then replay them. The newest 1,000 are kept, for 30 days.',
    none: 'No event was refused',
    noneHint: 'Everything that arrived in the last 30 days was accepted, replayed or dismissed.',
    columns: ['', 'Event', 'Why it was refused', 'Replays', 'Arrived'],
    event: 'The event as it arrived',
    sources: {
      single: 'sent alone',
      batch: 'sent in a batch',
      stream: 'sent in a stream',
      connector: 'read by a connector',
    } as Record<string, string | undefined>,
    summary: (what: string, source = '') => `${what}, ${source}`,
    noEvent: 'No JSON object',
    part: 'Kept only in part',
    cut: 'It cannot be replayed, because it is too long to be kept whole or not text. Have it sent again.',
    replay: (count: number) => (count === 0 ? 'Replay all' : `Replay ${count}`),
    replayed: (replayed: number, rejected: number) => {
      const good = replayed === 1 ? '1 event is accepted now' : `${replayed} events are accepted now`;
      const bad = rejected === 1 ? '1 was refused again' : `${rejected} were refused again`;
      if (rejected === 0) return replayed === 0 ? 'Nothing was left to replay' : good;
      return replayed === 0 ? `${bad}, see the reason` : `${good}, ${bad}`;
    },
    confirmReplay: (count: number) => ({
      title: 'Replay rejected events?',
      consequences: [
        `${count === 0 ? 'All (500 at a time) are' : count === 1 ? '1 event is' : `${count} events are`} judged again, by the directory as it is now.`,
        'What is right now is applied as use at the time it happened, and leaves this list. What is still wrong stays, with its reason.',
      ],
      action: 'Replay',
    }),
    dismiss: (count: number) => (count === 0 ? 'Dismiss all' : `Dismiss ${count}`),
    dismissed: (count: number) => (count === 1 ? '1 event was dismissed' : `${count} events were dismissed`),
    confirmDismiss: (count: number) => ({
      title: 'Dismiss rejected events?',
      consequences: [
        `${count === 0 ? 'All are' : count === 1 ? '1 event is' : `${count} events are`} deleted from this list and cannot be replayed any more.`,
        'Nothing else changes: they were never counted as use.',
      ],
      action: 'Dismiss',
      isDangerous: true,
    }),
  },
  dead: {
    title: 'Dead events',
    /** A lapse date that could not be computed. */
    recalculation: (grant: string) => `score of grant ${grant}`,
    description:
      'Accepted, but they could not be applied after a few tries, so they were set aside and do not hold up the others; so was the score of a single grant that could not be computed. That is a fault of Lapse or its database, not of the sender: look at the reason, then replay them.',
    none: 'No event is dead',
    noneHint: 'Everything that was accepted has been applied or waits its turn.',
    columns: ['', 'Event', 'Why it could not be applied', 'Tries', 'Set aside'],
    event: 'The event as it was accepted',
    replay: (count: number) => (count === 0 ? 'Replay all' : `Replay ${count}`),
    replayed: (count: number) =>
      count === 0
        ? 'Nothing was left to replay'
        : count === 1
          ? '1 event is applied again'
          : `${count} events are applied again`,
    confirmReplay: (count: number) => ({
      title: 'Replay dead events?',
      consequences: [
        `${count === 0 ? 'All (the oldest 500 at a time) go' : count === 1 ? '1 event goes' : `${count} events go`} back to the events that wait to be applied, and leave this list.`,
        'One that cannot be applied again comes back here with its reason.',
      ],
      action: 'Replay',
    }),
  },
} as const;
