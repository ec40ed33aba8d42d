/** Generated from openapi.json by `npm run generate`; changes here are lost. */
export interface paths {
    "/v1/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Is the service up, and which version is it? */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/livez": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The process answers */
        get: operations["getLiveness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The database is reachable and migrated: send traffic here */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/principals/{id}/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the accounts of a principal
         * @description On every connected platform, with how and since when each is known to be of this principal.
         */
        get: operations["listPrincipalAccounts"];
        put?: never;
        /**
         * Link an account to a principal
         * @description Its access, uses, open reviews and memberships become those of the principal. No sync undoes it; unlinking does.
         *
         *     Needs the role service.admin.
         */
        post: operations["accountsPrincipal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/conflicts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List accounts of which it is unclear whose they are
         * @description They are linked to nobody until an admin links them to a principal, or unlinks them from their own, which says that they are nobody else.
         *
         *     Needs the role service.admin or service.reviewer or service.auditor.
         */
        get: operations["listAccountsConflicts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/principals/{id}/accounts/{account_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Unlink an account from a principal
         * @description It is its own principal again, with the access that it holds. No sync links it again. Answers with the account as it is now.
         *
         *     Needs the role service.admin.
         */
        delete: operations["deletePrincipalAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/principals/{id}/context": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Groups, members, manager, names elsewhere and latest anomalies of a principal */
        get: operations["getPrincipalContext"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/principals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List principals */
        get: operations["listPrincipals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/principals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a principal */
        get: operations["getPrincipal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/assets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List assets */
        get: operations["listAssets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/assets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an asset */
        get: operations["getAsset"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/grants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List grants */
        get: operations["listGrants"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/grants/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a grant */
        get: operations["getGrant"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/directory/facets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What lists can be filtered by, with how many of each there are */
        get: operations["listDirectoryFacets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/directory/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import principals, memberships, identities, assets and grants
         * @description NDJSON of any length, one resource per line, told apart by `kind`. Upserts by id, so sending the same file again changes nothing. Bad lines are rejected with their number and reason; the others are stored, chunk by chunk. What a line refers to comes before it in the stream. A line with `"removed": true` and the id says that something is gone: access ends with it, open reviews of it are closed, and rows stay for the past. With Content-Type: text/csv each row is a grant, with the principal and the asset that it names: `map` says which column is what, and the same file again changes nothing. A row is stored whole or refused whole.
         *
         *     Needs the role service.admin.
         */
        post: operations["importDirectory"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/csv/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * How a file of CSV would be read
         * @description The columns, which of them says what, and the first 20 rows as they would be read. Nothing is stored. The beginning of a file is enough: the answer comes after 1,000 lines.
         *
         *     Needs the role service.admin or service.ingest.
         */
        post: operations["createCsvPreview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/scores": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List scores, per principal and asset or per principal
         * @description Pair items when `principal_id`, `asset_id`, `min_score`, `order`, `offset` or `sort=score` is given; principal items with `below`, `sort=score_asc` or `sort=score_desc`; `form` says it outright. A pair item stands for one grant: a pair with two grants is two items, each with its `grant_id`. The pages of a cursor all hold for the instant of the first.
         */
        get: operations["listScores"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/scores/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How scores changed, and why */
        get: operations["listScoreHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/scores/sparklines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The last 90 days of up to 100 grants or principals, small enough for a list */
        get: operations["listScoresSparklines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/scores/{principal_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A principal's score, its factors, and why each of its grants lapses when it does */
        get: operations["getScore"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/scores/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Have the scores of up to 500 principals recomputed
         * @description Needs the role service.admin or service.reviewer.
         */
        post: operations["refreshScores"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{job_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How far a job is */
        get: operations["getJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/metrics/principal/{principal_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What a principal did in a period */
        get: operations["getMetricsPrincipal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/policy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The numbers that scores, reviews and remediations follow */
        get: operations["getPolicy"];
        /**
         * Change the policy
         * @description Validated as a whole: every fault is named at once. A change becomes a new version in the audit trail, and a job recomputes all lapse dates while everything else goes on. Sending what is in force already changes nothing.
         *
         *     Needs the role service.admin.
         */
        put: operations["replacePolicy"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/policy/learned": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What answers have taught about kinds of access
         * @description Where access was revoked and missed, or was never used and turned out to be needed, access of the same kind is asked about later: from three such answers on, 120 days times their share of all and five more, at most 60 days. `parts` of GET /v1/scores/{principal_id} name them as `learned`.
         */
        get: operations["getPolicyLearned"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/policy/dry-runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find out what a change of policy would do
         * @description Takes what PUT /v1/policy takes and judges it in the same way, but changes nothing: a worker computes how many reviews the change would cause today, and would have caused over the last 90 days. The past is told for the grants that are active today: from the days on which they were used, with the patience of each policy, and from recorded changes of their lapse dates, which are taken to be the same under both. A review is counted when a pair passes the review mark, and again only after it was fresh in between. Forgotten after a day.
         *
         *     Needs the role service.admin.
         */
        post: operations["createPolicyDryRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/policy/dry-runs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How far a dry run is, and what it found
         * @description The past is told for the grants that are active today: from the days on which they were used, with the patience of each policy, and from recorded changes of their lapse dates, which are taken to be the same under both. A review is counted when a pair passes the review mark, and again only after it was fresh in between.
         *
         *     Needs the role service.admin.
         */
        get: operations["getPolicyDryRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The whole at a glance
         * @description How stale access is now and was on each of the last 90 days, where, what waits for an answer, what was decided and removed, and what the next weeks will bring.
         */
        get: operations["getOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ingest an event
         * @description Accepted means stored; scores follow within seconds. An event that names an unknown principal or asset, or a time that cannot be, comes back as rejected; GET /v1/events/rejections lists it.
         *
         *     Needs the role service.ingest or service.admin.
         */
        post: operations["ingestEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ingest up to 500 events
         * @description Each event is judged by itself: bad ones are rejected with the reason and listed by GET /v1/events/rejections, the others are stored.
         *
         *     Needs the role service.ingest or service.admin.
         */
        post: operations["ingestEventBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ingest any number of events
         * @description NDJSON of any length, one event per line. Stored chunk by chunk while it is read; bad lines are rejected with their number and reason. When too many events wait to be applied it ends with 429, which says from which line to go on. With Content-Type: text/csv each row is an event: `map` says which column is what; a row that says the same as another, in this file or an earlier one, is the same event.
         *
         *     Needs the role service.ingest or service.admin.
         */
        post: operations["ingestEventStream"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/dead-letters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what could not be applied
         * @description Events, and recalculations of single grants, set aside after a few tries, so that they do not hold up the others.
         *
         *     Needs the role service.admin or service.reviewer or service.auditor or service.ingest.
         */
        get: operations["listEventsDeadLetters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/dead-letters/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try what was set aside again
         * @description It goes back to what waits to be applied and leaves the list.
         *
         *     Needs the role service.admin.
         */
        post: operations["replayDeadLetters"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/rejections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events that were refused
         * @description Events that name an unknown principal or asset or a time that cannot be, and items of batches and lines of streams that are no events. The newest 1,000, for 30 days; of one request or piece of a stream the last 100. One that is sent again under its event_id is listed once.
         *
         *     Needs the role service.admin or service.reviewer or service.auditor or service.ingest.
         */
        get: operations["listEventsRejections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/rejections/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Judge events that were refused again
         * @description By the directory and the time of now. Those that are right wait to be applied and leave the list; the others stay, with the new reason.
         *
         *     Needs the role service.admin.
         */
        post: operations["replayEventRejections"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/rejections/dismiss": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take refused events off the list
         * @description For those that nobody will fix. They are deleted.
         *
         *     Needs the role service.admin.
         */
        post: operations["dismissEventRejections"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reviews/waiting": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Questions that wait for their turn
         * @description What has gone stale is asked about at a pace that people can answer: `review.weekly_budget` of the policy questions for each reviewer a week, the heaviest first. What weighs 80 or more, and what is about a disabled account, does not wait. A deadline begins when the question is asked.
         */
        get: operations["getReviewsWaiting"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reviews/workload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How much each reviewer has to answer
         * @description What is open, what waits, and when the last of it will have been asked.
         *
         *     Needs the role service.admin or service.reviewer or service.auditor.
         */
        get: operations["getReviewsWorkload"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reviews/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Open reviews in groups
         * @description Each with what may be decided together, what stands out and why, and how it is distributed. `rule` says what may be decided together.
         */
        get: operations["listReviewsGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reviews/facets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Open reviews, counted by what they can be filtered by
         * @description Takes the filters of the list. Each facet counts what matches all filters but its own, so that it says how many another value of it would give.
         */
        get: operations["listReviewsFacets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reviews/groups/decide": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide about a group of reviews
         * @description One decision with one reason about what may be decided together of a group, but for what is left out. Each review gets its own decision, audit entry and remediation, as if it were decided alone; that is a job, whose progress `GET /v1/reviews/groups/decisions/{id}` tells. It starts after eight seconds, until which an undo leaves no trace. If any of these reviews has changed since it was looked at, the answer is 409 and nothing is decided. The Idempotency-Key is required here, and is a UUID.
         *
         *     Needs the role service.reviewer.
         */
        post: operations["createReviewsGroupsDecide"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reviews/groups/decisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List decisions about groups of reviews
         * @description Needs the role service.admin or service.reviewer or service.auditor.
         */
        get: operations["listReviewsGroupsDecisions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reviews/groups/decisions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How far a decision about a group is
         * @description Needs the role service.admin or service.reviewer or service.auditor.
         */
        get: operations["getReviewsGroupsDecision"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reviews/groups/decisions/{id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo a decision about a group
         * @description What is not decided yet is not decided. Of what was revoked, remediations that can still be cancelled are, and access that is removed already is put back if an admin asks. Decisions that were made stay on record. By whoever decided, or an admin.
         *
         *     Needs the role service.admin or service.reviewer.
         */
        post: operations["undoReviewsGroupsDecision"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reviews/{id}/reassign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give an open review to another reviewer
         * @description Needs the role service.admin.
         */
        post: operations["reassignReview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reviews/reassign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Share the open reviews of one reviewer among others
         * @description Each goes to whoever of them has the fewest open reviews by then and can be asked about it, up to 500 in a call; `next` leads on. What waits for its turn is given to a reviewer when it is asked.
         *
         *     Needs the role service.admin.
         */
        post: operations["createReviewsReassign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reviews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List reviews
         * @description With `fields` the answer has only these, and what they do not need is not looked up: evidence is most of the work.
         */
        get: operations["listReviews"];
        put?: never;
        /**
         * Ask for a review of the access of a principal to an asset
         * @description Needs the role service.reviewer or service.admin.
         */
        post: operations["createReview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reviews/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a review with its evidence and decisions */
        get: operations["getReview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reviews/{id}/removal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What revoking would do
         * @description The action, its mode and what the guards say, for each grant of the review that is active.
         */
        get: operations["getReviewRemoval"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reviews/{id}/decide": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide: confirm, revoke or escalate
         * @description The Idempotency-Key is required here, and is a UUID. Of several answers to the same review one wins; the others get 409. Nobody may decide about their own access (403). The answer to a revocation says which guards would refuse the remediation at this moment; the worker asks them again and decides.
         *
         *     Needs the role service.reviewer.
         */
        post: operations["decideReview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reviews/{id}/decide/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide about up to 500 grants of a review
         * @description Needs the role service.reviewer.
         */
        post: operations["decideReviewInBulk"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reviews/{id}/decision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide, in the tutorial's form
         * @description Needs the role service.reviewer.
         */
        post: operations["decideReviewInTutorialForm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reviews/{id}/ask-holder": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask the person who holds the access whether it is still needed
         * @description By mail, with a link to a page on which they keep it, with a reason, or give it up. For whoever may decide the review, and admins. 409 while an earlier question waits for its answer; 400 if the holder is no enabled person with an e-mail address, or if nothing sends mail.
         *
         *     Needs the role service.reviewer or service.admin.
         */
        post: operations["askHolderReview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflows/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What has happened to a review, and what will if nobody acts
         * @description Needs the role service.admin or service.reviewer or service.auditor.
         */
        get: operations["getWorkflow"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/campaigns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List campaigns with their progress
         * @description Needs the role service.admin or service.reviewer or service.auditor.
         */
        get: operations["listCampaigns"];
        put?: never;
        /**
         * Have every matching grant reviewed
         * @description Reviews are made in batches behind it; the answer to GET tells how far that is. A pair that has an open review gets no second one: it joins the campaign.
         *
         *     Needs the role service.admin.
         */
        post: operations["createCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/campaigns/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How far a campaign is
         * @description Needs the role service.admin or service.reviewer or service.auditor.
         */
        get: operations["getCampaign"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/substitutes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who may decide for whom
         * @description Needs the role service.admin or service.reviewer or service.auditor.
         */
        get: operations["listSubstitutes"];
        put?: never;
        /**
         * Let somebody decide the reviews of another for a time
         * @description An admin names anybody's substitutes, a reviewer their own. The manager of an assignee and the policy's escalation contact need not be named.
         *
         *     Needs the role service.admin or service.reviewer.
         */
        post: operations["createSubstitute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/substitutes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a substitution
         * @description Answers with the substitution as it was.
         *
         *     Needs the role service.admin or service.reviewer.
         */
        delete: operations["deleteSubstitute"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/decisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every decision about a principal, an asset or a review
         * @description With the decider, the reason, the remediation, whether that was verified, and the audit entry that proves it; the latest first. One of `principal_id`, `principal`, `asset_id`, `asset` and `review_id` is required.
         *
         *     Needs the role service.admin or service.reviewer or service.auditor.
         */
        get: operations["listDecisions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the rules that decide without a question
         * @description Needs the role service.admin or service.reviewer or service.auditor.
         */
        get: operations["listRules"];
        put?: never;
        /**
         * Create a rule, which is off
         * @description A rule revokes without asking anybody: access of accounts that are disabled, or access that was never used. It never touches what is protected, has a purpose, comes through a group, was confirmed or put back, nor what a guard would refuse; a rule about what was never used also nothing of personal data or without a classification. It is switched on after its dry run was looked at.
         *
         *     Needs the role service.admin.
         */
        post: operations["createRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rules/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a rule
         * @description Needs the role service.admin or service.reviewer or service.auditor.
         */
        get: operations["getRule"];
        /**
         * Change a rule, which switches it off
         * @description Sending what is there already changes nothing. What it has decided stays decided.
         *
         *     Needs the role service.admin.
         */
        put: operations["replaceRule"];
        post?: never;
        /**
         * Delete a rule
         * @description Answers with the rule as it was. What it has decided stays decided, and names it.
         *
         *     Needs the role service.admin.
         */
        delete: operations["deleteRule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rules/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find out what a rule would do
         * @description A dry run: what it would have decided in the last 90 days, of how much of that the time since shows that it was needed, and what it would decide now. Changes nothing.
         *
         *     Needs the role service.admin.
         */
        post: operations["previewRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rules/{id}/switch-on": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let a rule decide
         * @description With `seen` of its latest dry run: refused with 409 when its settings, or what it would decide now, are not what was seen.
         *
         *     Needs the role service.admin.
         */
        post: operations["switchOnRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rules/{id}/switch-off": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let a rule decide nothing any more
         * @description What it has not decided is asked.
         *
         *     Needs the role service.admin.
         */
        post: operations["switchOffRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rules/{id}/held": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Questions that are not asked because a rule is going to decide them
         * @description Needs the role service.admin or service.reviewer or service.auditor.
         */
        get: operations["getRuleHeld"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/outcomes/regret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How much of what was revoked was missed
         * @description Of the grants that were revoked in a period: how many were called off, put back, granted again or used within 60 days, in all and by reviewer, platform, recommendation and what decided. Rehearsed, blocked and simulated remediations count like others: what counts is what was decided.
         *
         *     Needs the role service.admin or service.reviewer or service.auditor.
         */
        get: operations["getOutcomesRegret"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/outcomes/regretted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was revoked and missed
         * @description Those that `GET /v1/outcomes/regret` counts as regretted, and what showed it first.
         *
         *     Needs the role service.admin or service.reviewer or service.auditor.
         */
        get: operations["getOutcomesRegretted"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/outcomes/reviewers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How reviewers decided
         * @description What was recorded of those who made at least 50 decisions in a period: how many they confirmed, how many they made within 2 seconds of the one before in rows of at least ten, and what came of what they confirmed. It says what happened, not why.
         *
         *     Needs the role service.admin.
         */
        get: operations["listOutcomesReviewers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organisation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the organisation is called */
        get: operations["getOrganisation"];
        /**
         * Name the organisation
         * @description The name that pages and reports show. Every change is in the audit trail; the name that it has already changes nothing.
         *
         *     Needs the role service.admin.
         */
        put: operations["replaceOrganisation"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List audit entries
         * @description Every decision and system event, newest first unless told otherwise. `principal`, `asset` and `actor` take an id, an e-mail or a name: every word must begin a word of it.
         *
         *     Needs the role service.admin or service.reviewer or service.auditor.
         */
        get: operations["listAuditEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit/checkpoint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The latest signed checkpoint
         * @description At most 10 seconds behind. JSON, or with `Accept: text/plain` the signed note alone. Keep it: nothing it covers can be changed later without showing.
         *
         *     Needs the role service.admin or service.reviewer or service.auditor.
         */
        get: operations["getAuditCheckpoint"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit/key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The public key of the log
         * @description It stays the same. Keep it where nobody who administers the database can change it.
         *
         *     Needs the role service.admin or service.reviewer or service.auditor.
         */
        get: operations["getAuditKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Is the log being signed?
         * @description The alert `audit_log_not_signed` and the metric `lapse_audit_unsigned_seconds` go by the same.
         *
         *     Needs the role service.admin or service.reviewer or service.auditor.
         */
        get: operations["listAuditStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit/consistency": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Prove that the log only grew
         * @description That the log of the size `from` is the beginning of the log of the size `to`.
         *
         *     Needs the role service.auditor or service.admin.
         */
        get: operations["proveAuditConsistency"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the log as a bundle
         * @description A stream of JSON lines: a header with key and checkpoint, every entry in the bytes that are hashed, the hashes, an end. "lapse audit verify" checks it without this server.
         *
         *     Needs the role service.auditor or service.admin.
         */
        get: operations["exportAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an audit entry
         * @description Needs the role service.admin or service.reviewer or service.auditor.
         */
        get: operations["getAuditEntry"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit/{id}/proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Prove that an entry is in the log
         * @description An inclusion proof of RFC 6962 under the latest checkpoint, or for another size of the log.
         *
         *     Needs the role service.auditor or service.admin.
         */
        get: operations["proveAuditEntry"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reports/schedules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List report schedules
         * @description Needs the role service.admin or service.auditor.
         */
        get: operations["listReportsSchedules"];
        put?: never;
        /**
         * Set up a report schedule
         * @description The report is made whenever it is due. What was missed while Lapse did not run is made up for once.
         *
         *     Needs the role service.admin or service.auditor.
         */
        post: operations["createReportsSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reports/schedules/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a report schedule
         * @description Needs the role service.admin or service.auditor.
         */
        get: operations["getReportsSchedule"];
        put?: never;
        post?: never;
        /**
         * Delete a report schedule
         * @description Reports it has asked for stay. Answers with the schedule as it was.
         *
         *     Needs the role service.admin or service.auditor.
         */
        delete: operations["deleteReportsSchedule"];
        options?: never;
        head?: never;
        /**
         * Change a report schedule
         * @description What is left out stays as it is; filters and recipients are replaced as a whole.
         *
         *     Needs the role service.admin or service.auditor.
         */
        patch: operations["updateReportsSchedule"];
        trace?: never;
    };
    "/v1/reports/schedules/{id}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for the report of a schedule now
         * @description About the period it would have now. When it is due next stays as it is.
         *
         *     Needs the role service.admin or service.auditor.
         */
        post: operations["runReportsSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List reports
         * @description Needs the role service.admin or service.reviewer or service.auditor.
         */
        get: operations["listReports"];
        put?: never;
        /**
         * Ask for a report
         * @description A worker makes it; GET tells how far it is. The same request on the same data gives the same content.
         *
         *     Needs the role service.admin or service.auditor.
         */
        post: operations["createReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How far a report is
         * @description Needs the role service.admin or service.reviewer or service.auditor.
         */
        get: operations["getReport"];
        put?: never;
        post?: never;
        /**
         * Delete a report
         * @description Also while it is being made, which stops then. Answers with the report as it was; its file is gone.
         *
         *     Needs the role service.admin or service.auditor.
         */
        delete: operations["deleteReport"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reports/{id}/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a report
         * @description The file, with its length, a strong ETag (its SHA-256) and ranges. 409 until the report is completed.
         *
         *     Needs the role service.admin or service.reviewer or service.auditor.
         */
        get: operations["downloadReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/connectors/types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which platforms can be connected
         * @description What to do on each of them before, step by step, and the settings that it takes.
         *
         *     Needs the role service.admin or service.reviewer or service.auditor.
         */
        get: operations["listConnectorsTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/connectors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List connectors
         * @description Needs the role service.admin or service.reviewer or service.auditor.
         */
        get: operations["listConnectors"];
        put?: never;
        /**
         * Connect a platform
         * @description It is read at once. Revoked access is only planned (dry_run) until an admin sets another mode. A system whose connector was removed is that connector again, under its id.
         *
         *     Needs the role service.admin.
         */
        post: operations["createConnector"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/connectors/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a connector
         * @description Its health, how far its sync is, how old what it knows is, and how much use it sees.
         *
         *     Needs the role service.admin or service.reviewer or service.auditor.
         */
        get: operations["getConnector"];
        put?: never;
        post?: never;
        /**
         * Disconnect a platform
         * @description What it found stays in the directory, and is found again when the same system is connected again. Answers with the connector as it was. Refused while its remediations are under way.
         *
         *     Needs the role service.admin.
         */
        delete: operations["deleteConnector"];
        options?: never;
        head?: never;
        /**
         * Change a connector
         * @description What is left out stays as it is, also within settings.
         *
         *     Needs the role service.admin.
         */
        patch: operations["updateConnector"];
        trace?: never;
    };
    "/v1/connectors/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test settings before connecting a platform
         * @description Whether the platform answers to these settings and secrets, and what is missing there for what Lapse must do. Nothing is stored, and nothing is changed there. Takes 15 seconds at most.
         *
         *     Needs the role service.admin.
         */
        post: operations["createConnectorsTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/connectors/{id}/sync": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read a platform now
         * @description Its progress shows how far it is.
         *
         *     Needs the role service.admin.
         */
        post: operations["syncConnector"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/connectors/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test a connector
         * @description Whether the platform answers, and what is missing there for what Lapse must do.
         *
         *     Needs the role service.admin.
         */
        post: operations["testConnector"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/scim/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List SCIM tokens
         * @description Needs the role service.admin or service.reviewer or service.auditor.
         */
        get: operations["listScimTokens"];
        put?: never;
        /**
         * Create a SCIM token
         * @description An identity provider that sends it to /scim/v2 pushes people and groups to this tenant. The answer shows it once.
         *
         *     Needs the role service.admin.
         */
        post: operations["createScimToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/scim/tokens/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a new secret for a SCIM token
         * @description Shown this once. The present one may be used for 24 hours more; one that was replaced before is forgotten.
         *
         *     Needs the role service.admin.
         */
        post: operations["rotateScimToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/scim/tokens/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a SCIM token
         * @description It is refused from now on. What it has pushed stays.
         *
         *     Needs the role service.admin.
         */
        delete: operations["deleteScimToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/remediations/breaker": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether remediations are stopped
         * @description Too many remediations within 24 hours, of the organisation or of one asset, trip a breaker. Nothing more is removed there until an admin releases it.
         *
         *     Needs the role service.admin or service.reviewer or service.auditor.
         */
        get: operations["getRemediationsBreaker"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/remediations/breaker/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Release the breaker
         * @description Remediations are counted from zero from now on. What was blocked is carried out when it is retried.
         *
         *     Needs the role service.admin.
         */
        post: operations["releaseRemediationBreaker"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/remediations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List remediations
         * @description Remediations of access that reviews have revoked.
         *
         *     Needs the role service.admin or service.reviewer or service.auditor.
         */
        get: operations["listRemediations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/remediations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a remediation
         * @description With its plan, what the guards say, every step, and what else still gives the access.
         *
         *     Needs the role service.admin or service.reviewer or service.auditor.
         */
        get: operations["getRemediation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/remediations/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a remediation
         * @description In the mode manual a remediation waits for this. The guards are asked again before it is carried out.
         *
         *     Needs the role service.admin.
         */
        post: operations["approveRemediation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/remediations/{id}/attest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Attest a remediation
         * @description Where nothing is connected, a person removes the access and says here how. It is then completed and attested, not verified: the next import or sync verifies it, or finds that the access is still there.
         *
         *     Needs the role service.admin or service.reviewer.
         */
        post: operations["attestRemediation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/remediations/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a remediation
         * @description Before anything is removed: in the undo window, while it waits for an approval, or while it is requested of a person.
         *
         *     Needs the role service.admin or service.reviewer.
         */
        post: operations["cancelRemediation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/remediations/{id}/revert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revert a remediation
         * @description The access is put back as it was, and that is verified; where nothing is connected, that is requested of a person. It is done when the status is reverted.
         *
         *     Needs the role service.admin.
         */
        post: operations["revertRemediation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/remediations/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry a remediation
         * @description After it was blocked, has failed, was a dry run, or the access was seen although it was claimed to be gone.
         *
         *     Needs the role service.admin.
         */
        post: operations["retryRemediation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description Needs the role service.admin.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Register a webhook
         * @description Events of the types are sent there from now on, at least once and in no certain order, signed with the secret that this answer shows once.
         *
         *     Needs the role service.admin.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook
         * @description With how it answers, and what waits for it. Never its secret.
         *
         *     Needs the role service.admin.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description Nothing more is sent to it, whatever waits. Answers with the webhook as it was.
         *
         *     Needs the role service.admin.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook
         * @description What is left out stays as it is.
         *
         *     Needs the role service.admin.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/v1/webhooks/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a new secret
         * @description Shown this once. The present one signs too for 24 hours; one that was replaced before is forgotten.
         *
         *     Needs the role service.admin.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries of a webhook
         * @description Newest first, each with its attempts. Kept for 30 days.
         *
         *     Needs the role service.admin.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/deliveries/{delivery_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a delivery
         * @description With the body that is sent.
         *
         *     Needs the role service.admin.
         */
        get: operations["getWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test
         * @description An event of the type webhook.test goes the way of all others. Answers with its delivery, which tells a moment later what became of it.
         *
         *     Needs the role service.admin.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/deliveries/{delivery_id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again
         * @description The same bytes under the same id, whatever became of it before.
         *
         *     Needs the role service.admin.
         */
        post: operations["redeliverWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send failed deliveries again
         * @description All that are dead, and all that have failed and wait for their next attempt.
         *
         *     Needs the role service.admin.
         */
        post: operations["redeliverFailedDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/notifications/channels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List notification channels
         * @description Needs the role service.admin.
         */
        get: operations["listNotificationsChannels"];
        put?: never;
        /**
         * Set up a notification channel
         * @description Reviewers are told by e-mail, or a channel of Slack or Teams is, when reviews are assigned, due, escalated or overdue. What happens within a minute is one message.
         *
         *     Needs the role service.admin.
         */
        post: operations["createNotificationsChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/notifications/channels/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a notification channel
         * @description Needs the role service.admin.
         */
        get: operations["getNotificationsChannel"];
        put?: never;
        post?: never;
        /**
         * Delete a notification channel
         * @description Nothing more is sent by it, whatever waits. Answers with the channel as it was.
         *
         *     Needs the role service.admin.
         */
        delete: operations["deleteNotificationsChannel"];
        options?: never;
        head?: never;
        /**
         * Change a notification channel
         * @description What is left out stays as it is, also within settings; the password is needed again when the server changes.
         *
         *     Needs the role service.admin.
         */
        patch: operations["updateNotificationsChannel"];
        trace?: never;
    };
    "/v1/notifications/channels/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test message
         * @description Answers with its delivery, which tells a moment later what became of it.
         *
         *     Needs the role service.admin.
         */
        post: operations["testNotificationsChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/notifications/channels/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List messages of a channel
         * @description Newest first, each with its attempts. Kept for 30 days.
         *
         *     Needs the role service.admin.
         */
        get: operations["listNotificationsChannelDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/notifications/channels/{id}/deliveries/{delivery_id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a message again
         * @description Whatever became of it before; what was answered meanwhile is left out.
         *
         *     Needs the role service.admin.
         */
        post: operations["redeliverNotificationsChannelDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who is calling, and what may they do?
         * @description The caller as Lapse sees it: tenant, roles, and the principal that the token stands for.
         */
        get: operations["getSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List operational alerts
         * @description The alerts that deploy/prometheus has as rules, evaluated by Lapse itself with the same thresholds and durations. Each change is also an entry of the audit log (alert.firing, alert.resolved) and goes to webhooks and notification channels that ask for it, unless the alert is silenced.
         *
         *     Needs the role service.admin or service.reviewer or service.auditor.
         */
        get: operations["listAlerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/alerts/{id}/acknowledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say that somebody knows of a firing alert
         * @description It keeps firing, and says who knows of it until it is resolved. It is not told again when a silence ends.
         *
         *     Needs the role service.admin or service.reviewer.
         */
        post: operations["acknowledgeAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/alerts/{id}/silence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tell nobody of an alert until a date
         * @description Of this alert and its connector, stage, work or remediation, and of no other. It is evaluated, listed and recorded as before, but webhooks and channels are not told that it fires. Silencing it again replaces date and reason.
         *
         *     Needs the role service.admin.
         */
        post: operations["silenceAlert"];
        /**
         * End the silence of an alert before its date
         * @description If it still fires, webhooks and channels are told within about 15 seconds.
         *
         *     Needs the role service.admin.
         */
        delete: operations["deleteAlertSilence"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/pipeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How far the work is behind
         * @description What waits in each stage and for how long, how long stages take, and what every connector has brought. The figures of the metrics, for this organisation.
         *
         *     Needs the role service.admin or service.reviewer or service.auditor.
         */
        get: operations["getPipeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Hear when something changes
         * @description Server-sent events, at most one a second of a kind, a few seconds apart for what changes all the time. They say what kind of thing changed and nothing of what it is: read it again. What happens while nobody listens is not told, so read again after every connection. A comment comes every 15 seconds. A stream ends when the token does, after a quarter of an hour at the latest; connect again then. At most 200 at a time per tenant and gateway, 429 beyond.
         */
        get: operations["streamChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @example {
         *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e70",
         *       "principal_id": "prin-001",
         *       "principal_name": "Amara Okafor",
         *       "own_principal_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e70",
         *       "connector_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
         *       "connector_name": "Shop",
         *       "platform": "postgres",
         *       "name": "amara",
         *       "external_key": "role/amara",
         *       "type": "user",
         *       "entra_object_id": null,
         *       "disabled": false,
         *       "gone_at": null,
         *       "how": "sign_in_name",
         *       "linked_at": "2026-01-12T08:00:00.000Z",
         *       "linked_by": "system",
         *       "settled": null,
         *       "grants": 4,
         *       "conflict": null
         *     }
         * @example {
         *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e70",
         *       "principal_id": "prin-001",
         *       "principal_name": "Amara Okafor",
         *       "own_principal_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e70",
         *       "connector_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
         *       "connector_name": "Shop",
         *       "platform": "postgres",
         *       "name": "amara",
         *       "external_key": "role/amara",
         *       "type": "user",
         *       "entra_object_id": null,
         *       "disabled": false,
         *       "gone_at": null,
         *       "how": "own",
         *       "linked_at": "2026-01-12T08:00:00.000Z",
         *       "linked_by": "system",
         *       "settled": null,
         *       "grants": 4,
         *       "conflict": {
         *         "kind": "shared_address",
         *         "candidates": [
         *           {
         *             "id": "prin-001",
         *             "display_name": "Amara Okafor"
         *           }
         *         ],
         *         "shared": [
         *           "amara.okafor@corp.example"
         *         ],
         *         "found_at": "2026-01-30T08:00:00.000Z"
         *       }
         *     }
         */
        Account: {
            id: string;
            /** @description Whose account it is. */
            principal_id: string;
            principal_name: string;
            /** @description The principal that it is when it is linked to nobody. */
            own_principal_id: string;
            connector_id: string;
            connector_name: string;
            platform: string;
            /** @description What it signs in with, or its name there. */
            name: string;
            /** @description What its platform calls it. */
            external_key: string;
            /** @enum {string} */
            type: "user" | "service_account" | "group";
            /** @description Its object id in Entra ID, where the platform says it. */
            entra_object_id: string | null;
            disabled: boolean;
            /**
             * Format: date-time
             * @description Since when its platform no longer lists it.
             * @example 2026-01-31T09:30:00.000Z
             */
            gone_at: string | null;
            /**
             * @description Why it is this principal: it is its own, or was linked by the object id, the name that it signs in with, the e-mail that an import states, or an admin.
             * @enum {string}
             */
            how: "own" | "object_id" | "sign_in_name" | "email" | "admin";
            /**
             * Format: date-time
             * @description Since when.
             * @example 2026-01-31T09:30:00.000Z
             */
            linked_at: string;
            /** @description Who linked it; `system` for a sync. */
            linked_by: string;
            /**
             * @description What an admin has decided, which no sync changes.
             * @enum {string|null}
             */
            settled: "linked" | "unlinked" | null;
            /** @description Active grants that it holds. */
            grants: number;
            /** @description Why it was linked to nobody, where it may be somebody. */
            conflict: {
                /** @enum {string} */
                kind: "several_candidates" | "shared_address" | "contradiction" | "disabled_look_alike";
                candidates: {
                    id: string;
                    display_name: string;
                }[];
                /** @description The addresses that it shares with them. */
                shared: string[];
                /**
                 * Format: date-time
                 * @example 2026-01-31T09:30:00.000Z
                 */
                found_at: string;
            } | null;
        };
        /**
         * @example {
         *       "id": "prin-001",
         *       "display_name": "Amara Okafor",
         *       "email": "amara.okafor@corp.example",
         *       "type": "user",
         *       "source": "azure_ad",
         *       "created_at": "2024-03-01T08:00:00.000Z",
         *       "department": "Finance",
         *       "department_since": null,
         *       "platform": "fabric",
         *       "manager_id": "prin-004",
         *       "mfa_enabled": true,
         *       "last_login_at": "2026-01-30T17:12:00.000Z",
         *       "disabled": false,
         *       "protected": false,
         *       "purpose": null,
         *       "inventory_since": null,
         *       "linked_to": null
         *     }
         */
        Principal: {
            id: string;
            display_name: string;
            email: string | null;
            /** @enum {string} */
            type: "user" | "service_account" | "group";
            /** @description Where the principal comes from, such as azure_ad or import. */
            source: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            department: string | null;
            /**
             * Format: date-time
             * @description Since when the directory says so; null when it was not seen to change.
             * @example 2026-01-31T09:30:00.000Z
             */
            department_since: string | null;
            /** @description The platform the principal lives on, if it is of one only. */
            platform: string | null;
            /** @description Principal who answers for this one. */
            manager_id: string | null;
            /** @description null when the directory does not say. */
            mfa_enabled: boolean | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            last_login_at: string | null;
            /** @description Disabled in the directory. */
            disabled: boolean;
            /** @description Its access is never removed automatically. */
            protected: boolean;
            /**
             * @description Its access is there for a case in which it is needed, and is asked about by a cycle of its own.
             * @enum {string|null}
             */
            purpose: "standby" | "break_glass" | null;
            /**
             * Format: date-time
             * @description Since when it is known to use nearly everything on a platform, as scanners do: its use keeps no access of its groups fresh. null: it does not.
             * @example 2026-01-31T09:30:00.000Z
             */
            inventory_since: string | null;
            /** @description The principal whose account this one is; it has all of its access and stands in lists for both. */
            linked_to: string | null;
            /** @description That of its stalest grant, null without any. With include=scores or a sort, like all that follow. */
            overall_score?: number | null;
            /** @enum {string|null} */
            risk_level?: "low" | "medium" | "high" | "critical" | null;
            /** @description Active grants. */
            grants?: number;
        };
        /**
         * @example {
         *       "id": "asset-001",
         *       "name": "customer_profiles",
         *       "type": "table",
         *       "platform": "databricks",
         *       "classification": "pii",
         *       "owner_id": "prin-002",
         *       "contains_pii": true,
         *       "protected": false,
         *       "tags": [
         *         "crm"
         *       ],
         *       "created_at": "2024-03-01T08:00:00.000Z"
         *     }
         */
        Asset: {
            id: string;
            name: string;
            /** @enum {string} */
            type: "database" | "table" | "workspace";
            /** @description fabric, synapse, databricks, postgres, or another that feeds Lapse. */
            platform: string;
            /**
             * @description null until classified.
             * @enum {string|null}
             */
            classification: "public" | "internal" | "confidential" | "pii" | null;
            /** @description Principal who answers for the asset. */
            owner_id: string | null;
            contains_pii: boolean | null;
            /** @description Lapse never removes access to it. */
            protected: boolean;
            tags: string[];
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /** @description With include=scores or a sort, like all that follow. */
            owner_name?: string | null;
            /** @description Active grants on it. */
            grants?: number;
            /** @description How many of them have a score over 50; null when there are more than 500 grants. */
            stale?: number | null;
        };
        /**
         * @example {
         *       "id": "grant-001",
         *       "principal_id": "prin-001",
         *       "principal_name": "Amara Okafor",
         *       "asset_id": "asset-001",
         *       "asset_name": "customer_profiles",
         *       "platform": "databricks",
         *       "permission": "ReadWrite",
         *       "status": "active",
         *       "via_group_id": null,
         *       "purpose": null,
         *       "granted_at": "2024-05-02T10:00:00.000Z",
         *       "last_used_at": "2026-01-28T14:03:00.000Z",
         *       "account": {
         *         "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e70",
         *         "name": "amara.okafor@corp.example",
         *         "platform": "databricks",
         *         "connector_name": "Lakehouse"
         *       }
         *     }
         */
        Grant: {
            id: string;
            principal_id: string;
            principal_name: string;
            asset_id: string;
            asset_name: string;
            platform: string;
            /** @description As the platform names it. */
            permission: string;
            /** @enum {string} */
            status: "active" | "revoking" | "revoked";
            /** @description The group through which it is inherited; null when direct. */
            via_group_id: string | null;
            /**
             * @description It is there for a case in which it is needed, and is asked about by a cycle of its own. null: nothing else than its principal.
             * @enum {string|null}
             */
            purpose: "standby" | "break_glass" | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            granted_at: string;
            /**
             * Format: date-time
             * @description null when no use was ever seen.
             * @example 2026-01-31T09:30:00.000Z
             */
            last_used_at: string | null;
            /** @description The account of the principal that holds it; null for what no connector has brought. */
            account: {
                id: string;
                /** @description What it signs in with, or its name there. */
                name: string;
                platform: string;
                connector_name: string;
            } | null;
            /** @description With include=scores, a sort or a filter by name, platform, department or risk, like all that follow. null when it is revoked. */
            score?: number | null;
            /** @enum {string|null} */
            risk_level?: "low" | "medium" | "high" | "critical" | null;
            /**
             * Format: date-time
             * @description When the score is exactly 50.
             * @example 2026-01-31T09:30:00.000Z
             */
            lapses_at?: string | null;
            /** @description By which score model of the policy the lapse date was computed. */
            model_version?: number | null;
            /** @enum {string} */
            principal_type?: "user" | "service_account" | "group";
            /** @description Of the principal. */
            department?: string | null;
            /**
             * @description Of the asset.
             * @enum {string|null}
             */
            classification?: "public" | "internal" | "confidential" | "pii" | null;
            via_group_name?: string | null;
            /** @description The last review, when nobody answered it, none is open, and the score is above the review threshold; else null. */
            unanswered?: {
                review_id: string;
                /** @description How often it was asked. */
                times: number;
                /** Format: date-time */
                first_asked_at: string;
                /** Format: date-time */
                expired_at: string;
            } | null;
        };
        /**
         * @example {
         *       "principal_id": "prin-001",
         *       "asset_id": "asset-001",
         *       "score": 83.8269,
         *       "last_used": "2025-11-28T14:03:00.000Z",
         *       "grant_type": "read_write",
         *       "risk_level": "critical",
         *       "grant_id": "grant-001",
         *       "display_name": "Amara Okafor",
         *       "asset_name": "customer_profiles",
         *       "likelihood": {
         *         "share": 0.8285,
         *         "cases": 412,
         *         "no_longer_needed": 342
         *       },
         *       "overall_score": 83.8269,
         *       "calculated_at": "2026-01-31T09:30:00.000Z",
         *       "lapses_at": "2026-01-07T14:03:00.000Z",
         *       "half_life_days": 10,
         *       "model_version": 1,
         *       "crosses_at": [
         *         {
         *           "threshold": 20,
         *           "crosses_at": "2025-12-18T14:03:00.000Z",
         *           "crossed": true
         *         },
         *         {
         *           "threshold": 50,
         *           "crosses_at": "2026-01-07T14:03:00.000Z",
         *           "crossed": true
         *         },
         *         {
         *           "threshold": 80,
         *           "crosses_at": "2026-01-27T14:03:00.000Z",
         *           "crossed": true
         *         }
         *       ],
         *       "unanswered": null
         *     }
         */
        ScoreItem: {
            principal_id: string;
            display_name: string;
            /**
             * @description That of the principal's stalest grant.
             * @example 83.3261
             */
            overall_score: number;
            /**
             * Format: date-time
             * @description The instant for which the answer holds.
             * @example 2026-01-31T09:30:00.000Z
             */
            calculated_at: string;
            /**
             * Format: date-time
             * @description The instant at which the score is exactly 50.
             * @example 2026-01-31T09:30:00.000Z
             */
            lapses_at: string;
            /**
             * @description low to 20, medium to 50, high to 80, then critical.
             * @enum {string}
             */
            risk_level: "low" | "medium" | "high" | "critical";
            /** @description Pair items only, like all that follow. */
            asset_id?: string;
            /**
             * @description 0 is fresh, 100 is stale; four decimals.
             * @example 83.3261
             */
            score?: number;
            /**
             * Format: date-time
             * @description null when no use was ever seen.
             * @example 2026-01-31T09:30:00.000Z
             */
            last_used?: string | null;
            /** @description read, write, read_write, admin, owner, or the word of the platform in lower case. */
            grant_type?: string;
            grant_id?: string;
            asset_name?: string;
            /** @description The share of grants with such a score that were really no longer needed, from the organisation's own answers. null while there are too few answers, below the score at which people are asked, and well above all that was answered. */
            likelihood?: {
                /** @description Between 0 and 1, never either. */
                share: number;
                /** @description Answers about access with such a score. */
                cases: number;
                /** @description Of those: revoked, and not missed since. */
                no_longer_needed: number;
            } | null;
            /** @description Days past the lapse date after which the odds that it is still wanted have halved. */
            half_life_days?: number;
            /** @description By which score model of the policy the lapse date was computed. */
            model_version?: number;
            /** @description When the score reaches each threshold of the policy if nothing changes. */
            crosses_at?: {
                threshold: number;
                /**
                 * Format: date-time
                 * @example 2026-01-31T09:30:00.000Z
                 */
                crosses_at: string;
                /** @description Whether that was before the instant of the answer. */
                crossed: boolean;
            }[];
            /** @description The last review, when nobody answered it, none is open, and the score is above the review threshold; else null. */
            unanswered?: {
                review_id: string;
                /** @description How often it was asked. */
                times: number;
                /** Format: date-time */
                first_asked_at: string;
                /** Format: date-time */
                expired_at: string;
            } | null;
        };
        /**
         * @example {
         *       "grant_id": "grant-001",
         *       "principal_id": "prin-001",
         *       "asset_id": "asset-001",
         *       "score": 3.0303,
         *       "previous_score": 18.4231,
         *       "risk_level": "low",
         *       "cause": "use",
         *       "calculated_at": "2025-11-28T14:03:00.000Z",
         *       "lapses_at": "2026-01-17T14:03:00.000Z",
         *       "model_version": 1
         *     }
         */
        ScoreHistoryItem: {
            grant_id: string;
            principal_id: string;
            asset_id: string;
            /**
             * @description Right after the change.
             * @example 83.3261
             */
            score: number;
            /** @description Right before it; null the first time. */
            previous_score: number | null;
            /**
             * @description low to 20, medium to 50, high to 80, then critical.
             * @enum {string}
             */
            risk_level: "low" | "medium" | "high" | "critical";
            /** @description use, policy, refresh, peers, directory, imported and so on. */
            cause: string;
            /**
             * Format: date-time
             * @description When it changed. Uses are kept as days: all but the latest are put at noon.
             * @example 2026-01-31T09:30:00.000Z
             */
            calculated_at: string;
            /**
             * Format: date-time
             * @description The instant at which the score is exactly 50. Since this change.
             * @example 2026-01-31T09:30:00.000Z
             */
            lapses_at: string;
            /** @description The score model that was in force then. */
            model_version: number;
        };
        /**
         * @example {
         *       "principal_id": "prin-001",
         *       "display_name": "Amara Okafor",
         *       "overall_score": 83.8269,
         *       "risk_level": "critical",
         *       "factors": {
         *         "last_login_days": 64,
         *         "mfa_enabled": true,
         *         "unused_grants": 0,
         *         "anomaly_signals": 0
         *       },
         *       "calculated_at": "2026-01-31T09:30:00.000Z",
         *       "lapses_at": "2026-01-07T14:03:00.000Z",
         *       "crosses_at": [
         *         {
         *           "threshold": 20,
         *           "crosses_at": "2025-12-18T14:03:00.000Z",
         *           "crossed": true
         *         },
         *         {
         *           "threshold": 50,
         *           "crosses_at": "2026-01-07T14:03:00.000Z",
         *           "crossed": true
         *         },
         *         {
         *           "threshold": 80,
         *           "crosses_at": "2026-01-27T14:03:00.000Z",
         *           "crossed": true
         *         }
         *       ],
         *       "grants_total": 1,
         *       "grants": [
         *         {
         *           "grant_id": "grant-001",
         *           "asset_id": "asset-001",
         *           "asset_name": "customer_profiles",
         *           "account": {
         *             "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e70",
         *             "name": "amara.okafor@corp.example",
         *             "platform": "databricks",
         *             "connector_name": "Lakehouse"
         *           },
         *           "grant_type": "read_write",
         *           "score": 83.8269,
         *           "risk_level": "critical",
         *           "likelihood": {
         *             "share": 0.8285,
         *             "cases": 412,
         *             "no_longer_needed": 342
         *           },
         *           "last_used": "2025-11-28T14:03:00.000Z",
         *           "lapses_at": "2026-01-07T14:03:00.000Z",
         *           "half_life_days": 10,
         *           "model_version": 1,
         *           "idle_since": "2025-11-28T14:03:00.000Z",
         *           "parts": [
         *             {
         *               "kind": "patience",
         *               "days": 53,
         *               "reason": "Usually used at least every 12 days; 53 days without use are tolerated."
         *             },
         *             {
         *               "kind": "classification",
         *               "days": -10,
         *               "reason": "10 days sooner, because it holds personal data."
         *             },
         *             {
         *               "kind": "permission",
         *               "days": -3,
         *               "reason": "3 days sooner, because it allows changing data."
         *             }
         *           ],
         *           "crosses_at": [
         *             {
         *               "threshold": 20,
         *               "crosses_at": "2025-12-18T14:03:00.000Z",
         *               "crossed": true
         *             },
         *             {
         *               "threshold": 50,
         *               "crosses_at": "2026-01-07T14:03:00.000Z",
         *               "crossed": true
         *             },
         *             {
         *               "threshold": 80,
         *               "crosses_at": "2026-01-27T14:03:00.000Z",
         *               "crossed": true
         *             }
         *           ],
         *           "unanswered": null
         *         }
         *       ]
         *     }
         */
        PrincipalScore: {
            principal_id: string;
            display_name: string;
            /**
             * @description That of the stalest active grant; 0 without any.
             * @example 83.3261
             */
            overall_score: number;
            /**
             * @description low to 20, medium to 50, high to 80, then critical.
             * @enum {string}
             */
            risk_level: "low" | "medium" | "high" | "critical";
            factors: {
                /** @description Whole days since the latest login; null if unknown. */
                last_login_days: number | null;
                /** @description null if unknown. */
                mfa_enabled: boolean | null;
                /** @description Active grants idle for 90 days or never used. */
                unused_grants: number;
                /** @description Signals of the last 30 days. */
                anomaly_signals: number;
            };
            /**
             * Format: date-time
             * @description The instant for which the answer holds.
             * @example 2026-01-31T09:30:00.000Z
             */
            calculated_at: string;
            /**
             * Format: date-time
             * @description The instant at which the score is exactly 50. null without an active grant.
             * @example 2026-01-31T09:30:00.000Z
             */
            lapses_at: string | null;
            /** @description When the score reaches each threshold of the policy if nothing changes. */
            crosses_at: {
                threshold: number;
                /**
                 * Format: date-time
                 * @example 2026-01-31T09:30:00.000Z
                 */
                crosses_at: string;
                /** @description Whether that was before the instant of the answer. */
                crossed: boolean;
            }[];
            /** @description Active grants. */
            grants_total: number;
            /** @description The stalest active grants, at most 100, stalest first. */
            grants: {
                grant_id: string;
                asset_id: string;
                asset_name: string;
                grant_type: string;
                /** @description The account of the principal that holds it; null for what no connector has brought. */
                account: {
                    id: string;
                    /** @description What it signs in with, or its name there. */
                    name: string;
                    platform: string;
                    connector_name: string;
                } | null;
                /**
                 * @description 0 is fresh, 100 is stale; four decimals.
                 * @example 83.3261
                 */
                score: number;
                /**
                 * @description low to 20, medium to 50, high to 80, then critical.
                 * @enum {string}
                 */
                risk_level: "low" | "medium" | "high" | "critical";
                /** @description The share of grants with such a score that were really no longer needed, from the organisation's own answers. null while there are too few answers, below the score at which people are asked, and well above all that was answered. */
                likelihood: {
                    /** @description Between 0 and 1, never either. */
                    share: number;
                    /** @description Answers about access with such a score. */
                    cases: number;
                    /** @description Of those: revoked, and not missed since. */
                    no_longer_needed: number;
                } | null;
                /**
                 * Format: date-time
                 * @description null when no use was ever seen.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                last_used: string | null;
                /**
                 * Format: date-time
                 * @description The instant at which the score is exactly 50.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                lapses_at: string;
                /** @description Days past the lapse date after which the odds that it is still wanted have halved. */
                half_life_days: number;
                /** @description By which score model of the policy the lapse date was computed. */
                model_version: number;
                /**
                 * Format: date-time
                 * @description The latest use, or when it was granted.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                idle_since: string;
                /** @description Their days, added to idle_since, are exactly lapses_at. */
                parts: {
                    /** @description patience, the kind of a shift, or pending. */
                    kind: string;
                    /** @description Negative is sooner. */
                    days: number;
                    reason: string;
                }[];
                /** @description When the score reaches each threshold of the policy if nothing changes. */
                crosses_at: {
                    threshold: number;
                    /**
                     * Format: date-time
                     * @example 2026-01-31T09:30:00.000Z
                     */
                    crosses_at: string;
                    /** @description Whether that was before the instant of the answer. */
                    crossed: boolean;
                }[];
                /** @description The last review, when nobody answered it, none is open, and the score is above the review threshold; else null. */
                unanswered: {
                    review_id: string;
                    /** @description How often it was asked. */
                    times: number;
                    /** Format: date-time */
                    first_asked_at: string;
                    /** Format: date-time */
                    expired_at: string;
                } | null;
            }[];
        };
        /**
         * @example {
         *       "job_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
         *       "status": "accepted",
         *       "total_items": 2,
         *       "created_at": "2026-01-31T09:30:00.000Z"
         *     }
         */
        BulkJob: {
            job_id: string;
            /** @enum {string} */
            status: "accepted" | "running" | "completed" | "failed";
            total_items: number;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
        };
        /**
         * @example {
         *       "job_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
         *       "status": "accepted",
         *       "total_items": 2,
         *       "created_at": "2026-01-31T09:30:00.000Z",
         *       "kind": "score_refresh",
         *       "processed": 1,
         *       "failed": 0,
         *       "error": null,
         *       "completed_at": null
         *     }
         */
        Job: {
            job_id: string;
            /** @enum {string} */
            status: "accepted" | "running" | "completed" | "failed";
            total_items: number;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description Items are principals of a score_refresh, grants of a policy_change, reviews of a group_decision.
             * @enum {string}
             */
            kind: "score_refresh" | "policy_change" | "group_decision";
            /** @description Items that are done. */
            processed: number;
            /** @description Items that could not be done, such as unknown principals, or reviews that were left out or called off. */
            failed: number;
            error: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            completed_at: string | null;
        };
        /**
         * @example {
         *       "principal_id": "prin-001",
         *       "period": "90d",
         *       "login_count": 61,
         *       "unique_assets_accessed": 7,
         *       "grants_total": 9,
         *       "grants_unused": 2,
         *       "anomaly_events": 1
         *     }
         */
        PrincipalMetrics: {
            principal_id: string;
            period: string;
            /** @description Events whose action names a sign-in that succeeded. */
            login_count: number;
            unique_assets_accessed: number;
            /** @description Active grants now. */
            grants_total: number;
            /** @description Those of them without any use in the period. */
            grants_unused: number;
            /** @description Anomaly signals in the period. */
            anomaly_events: number;
        };
        /**
         * @example {
         *       "version": 0,
         *       "changed_by": "system",
         *       "changed_at": null,
         *       "job_id": null,
         *       "model_version": 2,
         *       "half_life_days": 10,
         *       "patience": {
         *         "base_days": 30,
         *         "gap_factor": 2,
         *         "max_days": 400,
         *         "gap_percentile": 0.95,
         *         "gap_count": 20,
         *         "unknown_days": 120,
         *         "never_used_days": 90,
         *         "min_days": 21
         *       },
         *       "rhythm": {
         *         "people_base_days": 20,
         *         "service_base_days": 10,
         *         "margin_days": 60,
         *         "confirmation_days": [
         *           90,
         *           180,
         *           365
         *         ]
         *       },
         *       "learning": true,
         *       "shifts": {
         *         "classification": {
         *           "public": 10,
         *           "internal": 0,
         *           "confidential": -5,
         *           "pii": -10
         *         },
         *         "permission": {
         *           "read": 0,
         *           "write": -3,
         *           "read_write": -3,
         *           "admin": -7,
         *           "owner": -7
         *         },
         *         "peers": {
         *           "max_days": 10,
         *           "min_peers": 3
         *         },
         *         "anomaly": {
         *           "days": -5,
         *           "limit_days": -15,
         *           "window_days": 30
         *         },
         *         "mfa_off": -5,
         *         "dormant": {
         *           "after_days": 45,
         *           "days": -15
         *         },
         *         "disabled": -180
         *       },
         *       "purpose": {
         *         "standby_days": 180,
         *         "break_glass_days": 90
         *       },
         *       "thresholds": [
         *         20,
         *         50,
         *         80
         *       ],
         *       "review": {
         *         "threshold": 50,
         *         "hysteresis": 5,
         *         "confirmation_days": 90,
         *         "weekly_budget": 25,
         *         "fallback_reviewer_id": null,
         *         "escalation_contact_id": null,
         *         "when_overdue": "escalate",
         *         "ask_again_times": 3,
         *         "ask_again_after_days": 7,
         *         "deciders": "assignee_and_substitutes",
         *         "require_reason": true
         *       },
         *       "sla": {
         *         "critical_hours": 24,
         *         "high_hours": 48,
         *         "medium_hours": 120,
         *         "low_hours": 336,
         *         "reminder_percents": [
         *           50,
         *           80
         *         ]
         *       },
         *       "remediation": {
         *         "mode": "automatic",
         *         "undo_window_minutes": 0,
         *         "min_grant_age_days": 1,
         *         "telemetry_stale_hours": 24,
         *         "breaker": {
         *           "tenant_percent": 5,
         *           "tenant_grants": 20,
         *           "asset_percent": 20,
         *           "asset_grants": 3
         *         }
         *       },
         *       "retention": {
         *         "events_days": 400,
         *         "history_days": 1095,
         *         "reports_days": 90
         *       }
         *     }
         */
        Policy: {
            /** @description 0 until it is changed for the first time. */
            version: number;
            changed_by: string;
            /**
             * Format: date-time
             * @description null until it is changed for the first time.
             * @example 2026-01-31T09:30:00.000Z
             */
            changed_at: string | null;
            /** @description The job that recomputes the lapse dates with this version. */
            job_id: string | null;
            /** @description By which model lapse dates are computed: 1 or 2. The second takes `rhythm`. */
            model_version: number;
            /** @description Days past the lapse date after which the odds that access is still wanted have halved. */
            half_life_days: number;
            /** @description Days without use that are tolerated. */
            patience: {
                base_days: number;
                gap_factor: number;
                max_days: number;
                gap_percentile: number;
                gap_count: number;
                unknown_days: number;
                never_used_days: number;
                min_days: number;
            };
            /** @description Of the second model: what replaces base_days and gap_factor of patience, and confirmation_days of review. */
            rhythm: {
                people_base_days: number;
                service_base_days: number;
                margin_days: number;
                confirmation_days: number[];
            };
            /** @description Of the second model: whether access is asked about later where such access was revoked and missed; GET /v1/policy/learned says of which and by how much. */
            learning: boolean;
            /** @description Days sooner (negative) or later, by what else is known. */
            shifts: {
                classification: {
                    public: number;
                    internal: number;
                    confidential: number;
                    pii: number;
                };
                permission: {
                    read: number;
                    write: number;
                    read_write: number;
                    admin: number;
                    owner: number;
                };
                peers: {
                    max_days: number;
                    min_peers: number;
                };
                anomaly: {
                    days: number;
                    limit_days: number;
                    window_days: number;
                };
                mfa_off: number;
                dormant: {
                    after_days: number;
                    days: number;
                };
                disabled: number;
            };
            /** @description How often access is asked about that is marked as standby or break-glass. */
            purpose: {
                standby_days: number;
                break_glass_days: number;
            };
            /** @description Scores whose crossing is announced, ascending. */
            thresholds: number[];
            /** @description When a review is asked for. */
            review: {
                threshold: number;
                hysteresis: number;
                confirmation_days: number;
                weekly_budget: number | null;
                fallback_reviewer_id: string | null;
                escalation_contact_id: string | null;
                when_overdue: string;
                ask_again_times: number;
                ask_again_after_days: number;
                deciders: string;
                require_reason: boolean;
            };
            /** @description How long a review may take. */
            sla: {
                critical_hours: number;
                high_hours: number;
                medium_hours: number;
                low_hours: number;
                reminder_percents: number[];
            };
            /** @description How revoked access is removed, and what stops that. */
            remediation: {
                mode: string;
                undo_window_minutes: number;
                min_grant_age_days: number;
                telemetry_stale_hours: number;
                breaker: {
                    tenant_percent: number;
                    tenant_grants: number;
                    asset_percent: number;
                    asset_grants: number;
                };
            };
            /** @description How long things are kept. */
            retention: {
                events_days: number;
                history_days: number;
                reports_days: number;
            };
        };
        /**
         * @example {
         *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
         *       "status": "completed",
         *       "processed": 412,
         *       "total": 412,
         *       "error": null,
         *       "created_at": "2026-01-31T09:30:00.000Z",
         *       "completed_at": "2026-01-31T09:30:01.000Z",
         *       "result": {
         *         "today": {
         *           "packets_now": 0,
         *           "packets_then": 1,
         *           "grants_changed": 18,
         *           "bands_now": {
         *             "low": 301,
         *             "medium": 64,
         *             "high": 29,
         *             "critical": 18
         *           },
         *           "bands_then": {
         *             "low": 296,
         *             "medium": 66,
         *             "high": 31,
         *             "critical": 19
         *           },
         *           "grants": [
         *             {
         *               "grant_id": "grant-001",
         *               "principal_id": "prin-001",
         *               "principal_name": "Amara Okafor",
         *               "asset_id": "asset-001",
         *               "asset_name": "customer_profiles",
         *               "score_now": 48.2,
         *               "score_then": 61.9,
         *               "lapses_at_now": "2026-02-01T11:00:00.000Z",
         *               "lapses_at_then": "2026-01-24T11:00:00.000Z",
         *               "asks_now": false,
         *               "asks_then": true
         *             }
         *           ]
         *         },
         *         "last_90_days": {
         *           "packets_now": 21,
         *           "packets_then": 30,
         *           "weeks": [
         *             {
         *               "week": "2026-01-26",
         *               "packets_now": 2,
         *               "packets_then": 3
         *             }
         *           ]
         *         }
         *       }
         *     }
         */
        PolicyDryRun: {
            id: string;
            /** @enum {string} */
            status: "running" | "completed" | "failed";
            /** @description Grants that have been looked at. */
            processed: number;
            total: number;
            error: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            completed_at: string | null;
            /** @description Null until it is completed. */
            result: {
                today: {
                    /** @description Reviews that would be made today. Under the policy in force. Usually none: what is due has been asked about already. */
                    packets_now: number;
                    /** @description Reviews that the change would cause. Under the proposed policy. */
                    packets_then: number;
                    /** @description Grants whose score would be another one. */
                    grants_changed: number;
                    bands_now: {
                        low: number;
                        medium: number;
                        high: number;
                        critical: number;
                    };
                    bands_then: {
                        low: number;
                        medium: number;
                        high: number;
                        critical: number;
                    };
                    /** @description At most 100: those that begin or stop being asked about first, then those whose score changes most. */
                    grants: {
                        grant_id: string;
                        principal_id: string;
                        principal_name: string;
                        asset_id: string;
                        asset_name: string;
                        /** @description Null: not computed yet. */
                        score_now: number | null;
                        score_then: number;
                        /**
                         * Format: date-time
                         * @example 2026-01-31T09:30:00.000Z
                         */
                        lapses_at_now: string | null;
                        /**
                         * Format: date-time
                         * @example 2026-01-31T09:30:00.000Z
                         */
                        lapses_at_then: string;
                        /** @description Whether a review about it would be made today. Under the policy in force. */
                        asks_now: boolean;
                        /** @description Under the proposed policy. */
                        asks_then: boolean;
                    }[];
                };
                last_90_days: {
                    /** @description Under the policy in force. */
                    packets_now: number;
                    /** @description Under the proposed policy. */
                    packets_then: number;
                    /** @description Oldest first. */
                    weeks: {
                        /**
                         * Format: date
                         * @description The Monday (UTC) on which the week begins.
                         */
                        week: string;
                        packets_now: number;
                        packets_then: number;
                    }[];
                };
            } | null;
        };
        /**
         * @example {
         *       "in_force": true,
         *       "learned_at": "2026-03-02T08:15:00Z",
         *       "kinds": [
         *         {
         *           "platform": "fabric",
         *           "permission": "read",
         *           "principal_type": "user",
         *           "revoked": {
         *             "cases": 31,
         *             "needed": 4,
         *             "days": 13
         *           },
         *           "never_used": {
         *             "cases": 9,
         *             "needed": 1,
         *             "days": 0
         *           }
         *         }
         *       ]
         *     }
         */
        Learned: {
            /** @description Whether it moves lapse dates: by the second model, unless `learning` of the policy is false. */
            in_force: boolean;
            /**
             * Format: date-time
             * @description When the answers were last looked at; null: not yet.
             * @example 2026-01-31T09:30:00.000Z
             */
            learned_at: string | null;
            /** @description The kinds of access of which something was learned. */
            kinds: {
                platform: string;
                /**
                 * @description What it allows, in one word for those of all platforms.
                 * @enum {string}
                 */
                permission: "read" | "write" | "read_write" | "admin" | "owner";
                /**
                 * @description Who holds it.
                 * @enum {string}
                 */
                principal_type: "user" | "service_account" | "group";
                /** @description What people have revoked. */
                revoked: {
                    /** @description Answers that it is from, of the last two years. */
                    cases: number;
                    /** @description Of those that were regretted: called off or put back, or the access was used or granted again within 60 days. */
                    needed: number;
                    /** @description So many days later access of the kind is asked about; at most 60. */
                    days: number;
                };
                /** @description Access that had never been used when people were asked about it. The days are for access that was never used; the longer of the two counts. */
                never_used: {
                    /** @description Answers that it is from, of the last two years. */
                    cases: number;
                    /** @description Of those that were needed: used since, confirmed for a time that is not over, or revoked and regretted. */
                    needed: number;
                    /** @description So many days later access of the kind is asked about; at most 60. */
                    days: number;
                };
            }[];
        };
        /**
         * @example {
         *       "as_of": "2026-01-31T09:30:00.000Z",
         *       "computed_at": "2026-01-31T09:29:41.000Z",
         *       "status": "current",
         *       "grants": {
         *         "total": 412,
         *         "bands": {
         *           "low": 301,
         *           "medium": 64,
         *           "high": 29,
         *           "critical": 18
         *         }
         *       },
         *       "history": [
         *         {
         *           "date": "2026-01-31",
         *           "low": 301,
         *           "medium": 64,
         *           "high": 29,
         *           "critical": 18
         *         }
         *       ],
         *       "heat_map": [
         *         {
         *           "department": "Finance",
         *           "platform": "fabric",
         *           "grants": 48,
         *           "stale": 9
         *         }
         *       ],
         *       "reviews": {
         *         "pending": 22,
         *         "escalated": 1,
         *         "overdue": 2,
         *         "due_24h": 5,
         *         "by_risk": {
         *           "CRITICAL": 9,
         *           "HIGH": 14,
         *           "MEDIUM": 0,
         *           "LOW": 0
         *         },
         *         "oldest_due_at": "2026-01-30T09:30:00.000Z",
         *         "unanswered": 4
         *       },
         *       "decisions": [
         *         {
         *           "week": "2026-01-26",
         *           "confirmed": 12,
         *           "revoked": 7,
         *           "escalated": 1,
         *           "expired": 0,
         *           "by_system": 3
         *         }
         *       ],
         *       "removals": {
         *         "completed": 6,
         *         "verified": 6,
         *         "attested": 0,
         *         "simulated": 0,
         *         "not_verified": 0,
         *         "contradicted": 0,
         *         "requested": 2,
         *         "failed": 0,
         *         "blocked": 1,
         *         "reverted": 0,
         *         "pending": 0
         *       },
         *       "forecast": [
         *         {
         *           "week": "2026-01-26",
         *           "reviews": 3
         *         }
         *       ]
         *     }
         */
        Overview: {
            /**
             * Format: date-time
             * @description Of the figures that are always counted afresh: grants, today, reviews.
             * @example 2026-01-31T09:30:00.000Z
             */
            as_of: string;
            /**
             * Format: date-time
             * @description Of all other figures, which workers compute when somebody asks, at most every few seconds, every few minutes if there are very many grants. Null, and those figures empty, until they have done so for the first time. The stream tells when they change.
             * @example 2026-01-31T09:30:00.000Z
             */
            computed_at: string | null;
            /**
             * @description computing: an import or a change of the policy is not in all figures yet; scores are being computed, or the other figures have not been since. current: it is.
             * @enum {string}
             */
            status: "computing" | "current";
            grants: {
                /** @description Active grants that have a score. */
                total: number;
                bands: {
                    /** @description Score at most 20. */
                    low: number;
                    /** @description Above 20. */
                    medium: number;
                    /** @description Above 50. */
                    high: number;
                    /** @description Above 80. */
                    critical: number;
                };
            };
            /** @description Grants by band at the end of each of the last 90 days, oldest first; the last is today, as of now. It begins where observation does: a grant counts from the import that brought it, or from its first use if that was earlier. */
            history: {
                /**
                 * Format: date
                 * @description UTC.
                 * @example 2026-01-26
                 */
                date: string;
                /** @description Score at most 20. */
                low: number;
                /** @description Above 20. */
                medium: number;
                /** @description Above 50. */
                high: number;
                /** @description Above 80. */
                critical: number;
            }[];
            /** @description At most 200, those with most grants first. */
            heat_map: {
                /** @description Of the principal. */
                department: string | null;
                platform: string;
                grants: number;
                /** @description Those with a score above 50. */
                stale: number;
            }[];
            reviews: {
                pending: number;
                escalated: number;
                /** @description Open after their deadline. */
                overdue: number;
                /** @description Open, with a deadline within the next 24 hours. */
                due_24h: number;
                /** @description Open ones. */
                by_risk: {
                    CRITICAL: number;
                    HIGH: number;
                    MEDIUM: number;
                    LOW: number;
                };
                /**
                 * Format: date-time
                 * @description The earliest deadline of an open one.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                oldest_due_at: string | null;
                /** @description Grants above the review threshold whose last review expired without an answer and that have no open one; counted to 10,000. */
                unanswered: number;
            };
            /** @description Of the last 12 weeks, this one included, oldest first. */
            decisions: {
                /**
                 * Format: date
                 * @description The Monday (UTC) on which the week begins.
                 * @example 2026-01-26
                 */
                week: string;
                /** @description Reviews that people confirmed. */
                confirmed: number;
                /** @description Reviews of which people revoked something. */
                revoked: number;
                /** @description How often a review was passed on. */
                escalated: number;
                /** @description Reviews that nobody answered. */
                expired: number;
                /** @description Reviews that the system closed: the access was used again, is gone, or was revoked because nobody answered. */
                by_system: number;
            }[];
            /** @description Requested in the last 90 days; rehearsals are not counted. */
            removals: {
                /** @description verified + attested + simulated + not_verified */
                completed: number;
                /** @description Verified removed: the platform was read again, or an import or a sync showed it. */
                verified: number;
                /** @description Somebody says that it is removed. That is not verified. */
                attested: number;
                /** @description The demo has no platforms. */
                simulated: number;
                /** @description Recorded as gone; nothing has verified that. */
                not_verified: number;
                /** @description Claimed to be removed, and then seen again by an import or a sync. */
                contradicted: number;
                /** @description Requested of a person, and not done. */
                requested: number;
                failed: number;
                blocked: number;
                reverted: number;
                /** @description Not ended yet. */
                pending: number;
            };
            /** @description How many reviews this week (what is left of it) and the 11 after it will bring if nothing changes: pairs of principal and asset whose score passes the review mark and that have no open review. */
            forecast: {
                /**
                 * Format: date
                 * @description The Monday (UTC) on which the week begins.
                 * @example 2026-01-26
                 */
                week: string;
                reviews: number;
            }[];
        };
        /**
         * @example {
         *       "event_id": "fabric-audit-4711",
         *       "principal_id": "prin-001",
         *       "asset_id": "asset-001",
         *       "action": "query",
         *       "platform": "fabric",
         *       "timestamp": "2026-01-31T09:30:00Z",
         *       "metadata": {
         *         "source_ip": "10.1.2.3",
         *         "query_type": "select",
         *         "rows_returned": 120
         *       }
         *     }
         */
        Event: {
            /** @description Makes a repeat harmless. Made by Lapse when absent. */
            event_id?: string | null;
            /** @description Id of the principal, its e-mail in any case, or an external id that the directory knows. */
            principal_id: string;
            asset_id: string;
            /** @description What was done, such as query, write or admin_login. */
            action: string;
            /** @description The platform of the asset, or absent: an event that names another one is rejected. */
            platform?: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 with its zone. At most 24 hours ahead, not before the year 2000.
             */
            timestamp: string;
            /** @description Anything else that is known, such as source_ip, query_type or rows_returned. At most 16384 bytes as JSON. */
            metadata?: Record<string, never> | null;
        };
        /**
         * @example {
         *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
         *       "event": {
         *         "event_id": "fabric-audit-4711",
         *         "principal_id": "prin-001",
         *         "asset_id": "asset-001",
         *         "action": "query",
         *         "platform": "databricks",
         *         "timestamp": "2026-01-31T09:30:00.000Z",
         *         "metadata": {
         *           "rows_returned": 120
         *         }
         *       },
         *       "recalculation": null,
         *       "reason": "numeric field overflow",
         *       "attempts": 5,
         *       "received_at": "2026-01-31T09:30:01.000Z",
         *       "created_at": "2026-01-31T09:31:00.000Z"
         *     }
         */
        DeadLetter: {
            id: string;
            /** @description As it was accepted; without any field when a recalculation was set aside. */
            event: {
                [key: string]: unknown;
            };
            /** @description The grant whose lapse date could not be computed, and why it was to be; null: an event was set aside. */
            recalculation: {
                grant_id: string;
                cause: string;
            } | null;
            /** @description Why it could not be applied. */
            reason: string;
            /** @description How often it was tried. */
            attempts: number;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            received_at: string;
            /**
             * Format: date-time
             * @description When it was set aside.
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
        };
        /**
         * @example {
         *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
         *       "event": {
         *         "event_id": "fabric-audit-4711",
         *         "principal_id": "prin-001",
         *         "asset_id": "asset-9",
         *         "action": "query",
         *         "timestamp": "2026-01-31T09:30:00Z"
         *       },
         *       "text": null,
         *       "is_cut": false,
         *       "event_id": "fabric-audit-4711",
         *       "reason": "asset_id: there is no asset \"asset-9\"",
         *       "source": "batch",
         *       "attempts": 0,
         *       "received_at": "2026-01-31T09:30:01.000Z"
         *     }
         */
        EventRejection: {
            id: string;
            /** @description As it came; null when it is not a JSON object, or not kept whole. */
            event: {
                [key: string]: unknown;
            } | null;
            /** @description What came instead of a JSON object, or the part that was kept. */
            text: string | null;
            /** @description Not kept whole: longer than 8192 bytes, or not text. It cannot be replayed; have it sent again. */
            is_cut: boolean;
            /** @description The one that was given; null when there was none. */
            event_id: string | null;
            /** @description Which field, and what was expected. */
            reason: string;
            /**
             * @description How it came: alone, in a batch, in a stream, or read by a connector.
             * @enum {string}
             */
            source: "single" | "batch" | "stream" | "connector";
            /** @description How often it was replayed and refused again. */
            attempts: number;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            received_at: string;
        };
        /**
         * @example {
         *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e60",
         *       "principal_id": "prin-001",
         *       "principal_name": "Ann Lee",
         *       "asset_id": "asset-001",
         *       "asset_name": "customer_forecast_0",
         *       "assigned_to_id": "prin-007",
         *       "assigned_to_name": "Olaf Berg",
         *       "priority": 61,
         *       "waiting_since": "2026-01-31T09:30:00.000Z",
         *       "asked_at": "2026-02-09T00:00:00.000Z"
         *     }
         */
        WaitingQuestion: {
            id: string;
            principal_id: string;
            principal_name: string;
            asset_id: string;
            asset_name: string;
            /** @description Who would be asked now; null: nobody could be found. */
            assigned_to_id: string | null;
            assigned_to_name: string | null;
            /** @description As of a review; weighed again once a day. */
            priority: number;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            waiting_since: string;
            /**
             * Format: date-time
             * @description When it is asked if nothing else changes: in the past or now when it is its turn; null: in a year or later.
             * @example 2026-01-31T09:30:00.000Z
             */
            asked_at: string | null;
        };
        /**
         * @example {
         *       "reviewer_id": "prin-007",
         *       "reviewer_name": "Olaf Berg",
         *       "disabled": false,
         *       "open": 31,
         *       "overdue": 2,
         *       "next_due_at": "2026-02-03T09:30:00.000Z",
         *       "asked_this_week": 25,
         *       "waiting": 140,
         *       "through_at": "2026-03-09T00:00:00.000Z"
         *     }
         */
        Workload: {
            /** @description null: what nobody could be found for. */
            reviewer_id: string | null;
            reviewer_name: string | null;
            /** @description null: there is no such account. */
            disabled: boolean | null;
            /** @description Reviews to answer. */
            open: number;
            /** @description Of these: past their deadline. */
            overdue: number;
            /**
             * Format: date-time
             * @description The earliest deadline.
             * @example 2026-01-31T09:30:00.000Z
             */
            next_due_at: string | null;
            /** @description Since Monday, midnight UTC, whatever asked: also what is answered by now. */
            asked_this_week: number;
            /** @description Questions that wait for their turn. */
            waiting: number;
            /**
             * Format: date-time
             * @description When the last of those is asked if no more come; null: none waits, or it is in a year or later.
             * @example 2026-01-31T09:30:00.000Z
             */
            through_at: string | null;
        };
        /**
         * @example {
         *       "key": "WyJhc3NldCJd.3q2-7w",
         *       "by": "asset",
         *       "reason": "never_used",
         *       "sentence": "58 people have never used read on customer_forecast_0; 3 stand out.",
         *       "asset_id": "asset-001",
         *       "asset_name": "customer_forecast_0",
         *       "principal_id": null,
         *       "principal_name": null,
         *       "group_id": null,
         *       "group_name": null,
         *       "campaign_id": null,
         *       "campaign_name": null,
         *       "members": 58,
         *       "looked_at": 58,
         *       "recommendation": "REVOKE",
         *       "decisions": [
         *         "REVOKE"
         *       ],
         *       "together": 55,
         *       "exceptions_total": 3,
         *       "exception_kinds": [
         *         {
         *           "kind": "anomaly",
         *           "members": 3
         *         }
         *       ],
         *       "exceptions": [],
         *       "by_recommendation": {
         *         "REVOKE": 58,
         *         "REVIEW": 0,
         *         "CONFIRM": 0
         *       },
         *       "by_risk": {
         *         "CRITICAL": 58,
         *         "HIGH": 0,
         *         "MEDIUM": 0,
         *         "LOW": 0
         *       },
         *       "by_idle_days": [
         *         {
         *           "from": 0,
         *           "to": 30,
         *           "members": 0
         *         }
         *       ],
         *       "first_due_at": "2026-02-01T09:30:00.000Z",
         *       "seen": "S0ksSgQA"
         *     }
         */
        ReviewGroup: {
            /** @description Names the group when it is decided. */
            key: string;
            /** @enum {string} */
            by: "asset" | "principal" | "group" | "reason" | "campaign";
            /**
             * @description What the access of all members has in common.
             * @enum {string}
             */
            reason: "purpose" | "disabled" | "dormant" | "moved" | "inventory" | "never_used" | "unused" | "used_lately";
            /** @description What the group is, in a sentence. */
            sentence: string;
            asset_id: string | null;
            asset_name: string | null;
            principal_id: string | null;
            principal_name: string | null;
            /** @description Through which it is inherited; by group only. */
            group_id: string | null;
            group_name: string | null;
            /** @description By campaign only. */
            campaign_id: string | null;
            campaign_name: string | null;
            /** @description Open reviews of the group. */
            members: number;
            /** @description All, or the first 5,000 of a larger group: the rest is of these. */
            looked_at: number;
            /**
             * @description Of most of them, as of now.
             * @enum {string}
             */
            recommendation: "REVOKE" | "REVIEW" | "CONFIRM";
            /** @description What may be decided of those that may be decided together. */
            decisions: ("CONFIRM" | "REVOKE")[];
            /** @description How many may be decided together by the caller. */
            together: number;
            /** @description How many may not. */
            exceptions_total: number;
            /** @description Why they may not; of some for several reasons. */
            exception_kinds: {
                /** @enum {string} */
                kind: "may_not_decide" | "partly_decided" | "holder" | "other_recommendation" | "telemetry" | "not_computed" | "purpose" | "anomaly" | "guard" | "higher_permission" | "used_more_recently" | "idle_longer";
                members: number;
            }[];
            /** @description The first 20 of them. */
            exceptions: {
                review_id: string;
                principal_id: string;
                principal_name: string;
                /** @enum {string} */
                principal_type: "user" | "service_account" | "group";
                asset_id: string;
                asset_name: string;
                /** @enum {string} */
                recommendation: "REVOKE" | "REVIEW" | "CONFIRM";
                /** @enum {string} */
                risk_level: "CRITICAL" | "HIGH" | "MEDIUM" | "LOW";
                /** @description Since the latest use, or since it was granted. */
                idle_days: number;
                /**
                 * Format: date-time
                 * @example 2026-01-31T09:30:00.000Z
                 */
                last_used_at: string | null;
                why: {
                    /** @enum {string} */
                    kind: "may_not_decide" | "partly_decided" | "holder" | "other_recommendation" | "telemetry" | "not_computed" | "purpose" | "anomaly" | "guard" | "higher_permission" | "used_more_recently" | "idle_longer";
                    /** @description In a sentence. */
                    says: string;
                }[];
            }[];
            /** @description As of now. */
            by_recommendation: {
                REVOKE: number;
                REVIEW: number;
                CONFIRM: number;
            };
            /** @description When the reviews were generated. */
            by_risk: {
                CRITICAL: number;
                HIGH: number;
                MEDIUM: number;
                LOW: number;
            };
            /** @description Days since the latest use, or since it was granted. */
            by_idle_days: {
                from: number;
                /** @description null: without an end. */
                to: number | null;
                members: number;
            }[];
            /**
             * Format: date-time
             * @description The next deadline of a member.
             * @example 2026-01-31T09:30:00.000Z
             */
            first_due_at: string;
            /** @description What was shown of those that may be decided together. It is sent back with the decision, so that nothing is decided that was not seen. */
            seen: string;
        };
        /**
         * @example {
         *       "total": 12,
         *       "facets": {
         *         "recommendation": {
         *           "values": [
         *             {
         *               "value": "REVOKE",
         *               "name": null,
         *               "reviews": 12
         *             }
         *           ],
         *           "others": {
         *             "values": 0,
         *             "reviews": 0
         *           }
         *         },
         *         "risk_level": {
         *           "values": [
         *             {
         *               "value": "CRITICAL",
         *               "name": null,
         *               "reviews": 12
         *             }
         *           ],
         *           "others": {
         *             "values": 0,
         *             "reviews": 0
         *           }
         *         },
         *         "platform": {
         *           "values": [
         *             {
         *               "value": "databricks",
         *               "name": null,
         *               "reviews": 12
         *             }
         *           ],
         *           "others": {
         *             "values": 0,
         *             "reviews": 0
         *           }
         *         },
         *         "classification": {
         *           "values": [
         *             {
         *               "value": "pii",
         *               "name": null,
         *               "reviews": 12
         *             }
         *           ],
         *           "others": {
         *             "values": 0,
         *             "reviews": 0
         *           }
         *         },
         *         "permission": {
         *           "values": [
         *             {
         *               "value": "admin",
         *               "name": null,
         *               "reviews": 12
         *             }
         *           ],
         *           "others": {
         *             "values": 0,
         *             "reviews": 0
         *           }
         *         },
         *         "account_state": {
         *           "values": [
         *             {
         *               "value": "dormant",
         *               "name": null,
         *               "reviews": 12
         *             }
         *           ],
         *           "others": {
         *             "values": 0,
         *             "reviews": 0
         *           }
         *         },
         *         "department": {
         *           "values": [
         *             {
         *               "value": "Finance",
         *               "name": null,
         *               "reviews": 12
         *             }
         *           ],
         *           "others": {
         *             "values": 0,
         *             "reviews": 0
         *           }
         *         },
         *         "assigned_to": {
         *           "values": [
         *             {
         *               "value": "prin-007",
         *               "name": "Håkon Myrvold",
         *               "reviews": 12
         *             }
         *           ],
         *           "others": {
         *             "values": 0,
         *             "reviews": 0
         *           }
         *         }
         *       }
         *     }
         */
        ReviewFacets: {
            /** @description How many open reviews match all filters. */
            total: number;
            /** @description Each counts what matches all filters but its own. */
            facets: {
                /** @description As of weighed_at. */
                recommendation: {
                    /** @description The 50 with the most reviews, these first. */
                    values: {
                        /** @description As the filter takes it. */
                        value: string | null;
                        /** @description Of a reviewer. */
                        name: string | null;
                        reviews: number;
                    }[];
                    others: {
                        values: number;
                        reviews: number;
                    };
                };
                /** @description When the reviews were generated. */
                risk_level: {
                    /** @description The 50 with the most reviews, these first. */
                    values: {
                        /** @description As the filter takes it. */
                        value: string | null;
                        /** @description Of a reviewer. */
                        name: string | null;
                        reviews: number;
                    }[];
                    others: {
                        values: number;
                        reviews: number;
                    };
                };
                /** @description Of the assets. */
                platform: {
                    /** @description The 50 with the most reviews, these first. */
                    values: {
                        /** @description As the filter takes it. */
                        value: string | null;
                        /** @description Of a reviewer. */
                        name: string | null;
                        reviews: number;
                    }[];
                    others: {
                        values: number;
                        reviews: number;
                    };
                };
                /** @description Of the assets. */
                classification: {
                    /** @description The 50 with the most reviews, these first. */
                    values: {
                        /** @description As the filter takes it. */
                        value: string | null;
                        /** @description Of a reviewer. */
                        name: string | null;
                        reviews: number;
                    }[];
                    others: {
                        values: number;
                        reviews: number;
                    };
                };
                /** @description The strongest of a review, as of weighed_at. */
                permission: {
                    /** @description The 50 with the most reviews, these first. */
                    values: {
                        /** @description As the filter takes it. */
                        value: string | null;
                        /** @description Of a reviewer. */
                        name: string | null;
                        reviews: number;
                    }[];
                    others: {
                        values: number;
                        reviews: number;
                    };
                };
                /** @description As of weighed_at. */
                account_state: {
                    /** @description The 50 with the most reviews, these first. */
                    values: {
                        /** @description As the filter takes it. */
                        value: string | null;
                        /** @description Of a reviewer. */
                        name: string | null;
                        reviews: number;
                    }[];
                    others: {
                        values: number;
                        reviews: number;
                    };
                };
                /** @description Of the principals under review. Empty: those without one. */
                department: {
                    /** @description The 50 with the most reviews, these first. */
                    values: {
                        /** @description As the filter takes it. */
                        value: string | null;
                        /** @description Of a reviewer. */
                        name: string | null;
                        reviews: number;
                    }[];
                    others: {
                        values: number;
                        reviews: number;
                    };
                };
                /** @description The reviewers, with their names. null: nobody could be asked. */
                assigned_to: {
                    /** @description The 50 with the most reviews, these first. */
                    values: {
                        /** @description As the filter takes it. */
                        value: string | null;
                        /** @description Of a reviewer. */
                        name: string | null;
                        reviews: number;
                    }[];
                    others: {
                        values: number;
                        reviews: number;
                    };
                };
            };
        };
        /**
         * @example {
         *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
         *       "sentence": "58 people have never used read on customer_forecast_0; 3 stand out.",
         *       "by": "asset",
         *       "group_reason": "never_used",
         *       "decision": "REVOKE",
         *       "reason": "The forecast was never rolled out to them.",
         *       "next_review_at": null,
         *       "decided_by": "hakon@example.com",
         *       "created_at": "2026-01-31T09:30:00.000Z",
         *       "starts_at": "2026-01-31T09:30:08.000Z",
         *       "status": "decided",
         *       "members": 55,
         *       "waiting": 0,
         *       "decided": 54,
         *       "left_out": 1,
         *       "called_off": 0,
         *       "undone": 0,
         *       "stands": 0,
         *       "told": [
         *         {
         *           "review_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e60",
         *           "principal_id": "prin-001",
         *           "principal_name": "Amara Okafor",
         *           "asset_id": "asset-001",
         *           "asset_name": "customer_forecast_0",
         *           "state": "left_out",
         *           "why": "The review is decided already."
         *         }
         *       ],
         *       "may_undo": true,
         *       "undone_by": null,
         *       "undo_asked_at": null
         *     }
         */
        GroupDecision: {
            /** @description Also of its job. */
            id: string;
            /** @description What the group was when it was decided. */
            sentence: string;
            /** @enum {string} */
            by: "asset" | "principal" | "group" | "reason" | "campaign";
            /** @enum {string} */
            group_reason: "purpose" | "disabled" | "dormant" | "moved" | "inventory" | "never_used" | "unused" | "used_lately";
            /** @enum {string} */
            decision: "CONFIRM" | "REVOKE";
            reason: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            next_review_at: string | null;
            decided_by: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Nothing is decided before; until then an undo leaves no trace in any review.
             * @example 2026-01-31T09:30:00.000Z
             */
            starts_at: string;
            /**
             * @description held until it starts, deciding, decided; undoing, undone.
             * @enum {string}
             */
            status: "held" | "deciding" | "decided" | "undoing" | "undone";
            /** @description Reviews that were to be decided. */
            members: number;
            /** @description Not decided yet. */
            waiting: number;
            /** @description Decided, each with its own decision, audit entry and remediation. */
            decided: number;
            /** @description Decided by somebody else meanwhile, used, or changed; they are as they were. */
            left_out: number;
            /** @description Not decided, because it was undone before. */
            called_off: number;
            /** @description Decided, and its remediation was cancelled or the access is being put back. */
            undone: number;
            /** @description Decided, and cannot be undone. */
            stands: number;
            /** @description The first 20 that were left out, or cannot be undone, and why. */
            told: {
                review_id: string;
                principal_id: string;
                principal_name: string;
                asset_id: string;
                asset_name: string;
                /** @enum {string} */
                state: "waiting" | "decided" | "left_out" | "called_off" | "undone" | "stands";
                /** @description In a sentence. */
                why: string;
            }[];
            /** @description Whether the caller may undo it. */
            may_undo: boolean;
            undone_by: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            undo_asked_at: string | null;
        };
        /**
         * @example {
         *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
         *       "assigned_to_id": "prin-002",
         *       "status": "PENDING"
         *     }
         */
        ReassignedReview: {
            id: string;
            assigned_to_id: string;
            /** @enum {string} */
            status: "PENDING" | "DECIDED" | "EXPIRED" | "ESCALATED";
        };
        /**
         * @example {
         *       "moved": 87,
         *       "kept": 1,
         *       "next": null
         *     }
         */
        ReassignedReviews: {
            /** @description How many have another reviewer now. */
            moved: number;
            /** @description How many none of them can be asked about. */
            kept: number;
            /** @description Pass as `after` for those that are left; null: there are none. */
            next: string | null;
        };
        /**
         * @description Supporting evidence.
         * @example {
         *       "days_inactive": 64,
         *       "last_access": "2025-11-28T14:03:00.000Z",
         *       "peer_usage_pct": 0.04,
         *       "sensitivity": "pii",
         *       "contains_pii": true,
         *       "summary": "Unused for 64 days; 1 of 27 peers uses it; the asset holds PII.",
         *       "as_of": "2026-01-31T09:30:00.000Z",
         *       "score": {
         *         "current": 83.8269,
         *         "at_generation": 83.8269,
         *         "risk_level": "critical",
         *         "likelihood": {
         *           "share": 0.8285,
         *           "cases": 412,
         *           "no_longer_needed": 342
         *         }
         *       },
         *       "last_used": "2025-11-28T14:03:00.000Z",
         *       "peer_comparison": {
         *         "department": "Finance",
         *         "peers": 27,
         *         "active_peers": 1,
         *         "share": 0.04,
         *         "window_days": 90
         *       },
         *       "anomaly_flags": [],
         *       "grants": [
         *         {
         *           "grant_id": "grant-001",
         *           "permission": "ReadWrite",
         *           "via_group_id": null
         *         }
         *       ],
         *       "activity_timeline": [
         *         {
         *           "week_of": "2025-11-24",
         *           "active_days": 3
         *         }
         *       ],
         *       "telemetry": {
         *         "platform": "databricks",
         *         "connected": true,
         *         "coverage": "full",
         *         "observed_days": 64,
         *         "unobserved_days": 0,
         *         "gaps": []
         *       },
         *       "principal": {
         *         "id": "prin-001",
         *         "display_name": "Amara Okafor"
         *       },
         *       "asset": {
         *         "id": "asset-001",
         *         "name": "customer_profiles"
         *       },
         *       "asked_because": {
         *         "origin": "threshold",
         *         "reason": null,
         *         "notes": null,
         *         "requested_by": "system"
         *       },
         *       "previous_confirmation": null,
         *       "confirmation": {
         *         "times_since_use": null,
         *         "holds_days": 90
         *       },
         *       "unanswered": null
         *     }
         */
        ReviewEvidence: {
            /** @description Since the latest use, or since it was granted. */
            days_inactive: number;
            /**
             * Format: date-time
             * @description null when no use was ever seen.
             * @example 2026-01-31T09:30:00.000Z
             */
            last_access: string | null;
            /** @description Share of the peers who used it lately, from 0 to 1; null without peers. */
            peer_usage_pct: number | null;
            /** @description Classification of the asset. */
            sensitivity: string | null;
            contains_pii: boolean;
            /** @description All of it in one sentence. */
            summary: string;
            /**
             * Format: date-time
             * @description Now while the review is open, else when it was closed.
             * @example 2026-01-31T09:30:00.000Z
             */
            as_of: string;
            /** @description Current score, score at generation, lapse date, the latest changes with their causes and the score model of their time, and how often what was asked about at such a score was no longer needed (likelihood: share, cases, no_longer_needed; null while too little was answered). */
            score: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            last_used: string | null;
            /** @description Peers are principals of the same department and type with the same access. */
            peer_comparison: {
                [key: string]: unknown;
            };
            /** @description Anomalies seen on this access, latest first. */
            anomaly_flags: {
                [key: string]: unknown;
            }[];
            /** @description Each grant with its permission, score, the shifts in days that make its lapse date, its path, and the account that holds it. */
            grants: {
                [key: string]: unknown;
            }[];
            /** @description Days with any use, per week of the last 26. */
            activity_timeline: {
                [key: string]: unknown;
            }[];
            /** @description Whether the platform was watched: full, partial or down. Where nothing is connected, Lapse knows the use that is reported to it, and all days count as observed. */
            telemetry: {
                [key: string]: unknown;
            };
            /** @description Who it is about. */
            principal: {
                [key: string]: unknown;
            };
            /** @description What it is about. */
            asset: {
                [key: string]: unknown;
            };
            /** @description What asked for the review. */
            asked_because: {
                [key: string]: unknown;
            };
            /** @description What the reviewer said when the access was confirmed before. */
            previous_confirmation: {
                [key: string]: unknown;
            } | null;
            /** @description For how many days a confirmation holds when the reviewer does not say (holds_days). With the second score model also how often the access was confirmed since its latest use (times_since_use): each time it holds longer. */
            confirmation?: {
                [key: string]: unknown;
            };
            /** @description How often the access was asked about just before without an answer, and since when. */
            unanswered?: {
                [key: string]: unknown;
            } | null;
        } & {
            [key: string]: unknown;
        };
        /**
         * @example {
         *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
         *       "principal_id": "prin-001",
         *       "principal_name": "Amara Okafor",
         *       "asset_id": "asset-001",
         *       "asset_name": "customer_profiles",
         *       "access_grant_ids": [
         *         "grant-001"
         *       ],
         *       "decay_score": 83.8269,
         *       "risk_level": "CRITICAL",
         *       "platform": "databricks",
         *       "current_score": 83.8269,
         *       "evidence_json": {
         *         "days_inactive": 64,
         *         "last_access": "2025-11-28T14:03:00.000Z",
         *         "peer_usage_pct": 0.04,
         *         "sensitivity": "pii",
         *         "contains_pii": true,
         *         "summary": "Unused for 64 days; 1 of 27 peers uses it; the asset holds PII.",
         *         "as_of": "2026-01-31T09:30:00.000Z",
         *         "score": {
         *           "current": 83.8269,
         *           "at_generation": 83.8269,
         *           "risk_level": "critical",
         *           "likelihood": {
         *             "share": 0.8285,
         *             "cases": 412,
         *             "no_longer_needed": 342
         *           }
         *         },
         *         "last_used": "2025-11-28T14:03:00.000Z",
         *         "peer_comparison": {
         *           "department": "Finance",
         *           "peers": 27,
         *           "active_peers": 1,
         *           "share": 0.04,
         *           "window_days": 90
         *         },
         *         "anomaly_flags": [],
         *         "grants": [
         *           {
         *             "grant_id": "grant-001",
         *             "permission": "ReadWrite",
         *             "via_group_id": null
         *           }
         *         ],
         *         "activity_timeline": [
         *           {
         *             "week_of": "2025-11-24",
         *             "active_days": 3
         *           }
         *         ],
         *         "telemetry": {
         *           "platform": "databricks",
         *           "connected": true,
         *           "coverage": "full",
         *           "observed_days": 64,
         *           "unobserved_days": 0,
         *           "gaps": []
         *         },
         *         "principal": {
         *           "id": "prin-001",
         *           "display_name": "Amara Okafor"
         *         },
         *         "asset": {
         *           "id": "asset-001",
         *           "name": "customer_profiles"
         *         },
         *         "asked_because": {
         *           "origin": "threshold",
         *           "reason": null,
         *           "notes": null,
         *           "requested_by": "system"
         *         },
         *         "previous_confirmation": null,
         *         "confirmation": {
         *           "times_since_use": null,
         *           "holds_days": 90
         *         },
         *         "unanswered": null
         *       },
         *       "recommendation": "REVOKE",
         *       "assigned_to_id": "prin-007",
         *       "assigned_to_name": "Håkon Myrvold",
         *       "workflow_id": "0198c0de-7d20-7f3b-8a51-5c6d7e8f9a0b",
         *       "campaign_id": null,
         *       "status": "PENDING",
         *       "origin": "threshold",
         *       "reason": null,
         *       "notes": null,
         *       "requested_by": "system",
         *       "may_decide": true,
         *       "decide_refusal": null,
         *       "removals": [],
         *       "previous_review_id": null,
         *       "unanswered_before": 0,
         *       "first_asked_at": null,
         *       "priority": 78,
         *       "priority_parts": [
         *         {
         *           "part": "staleness",
         *           "points": 34,
         *           "of": 40,
         *           "because": "its score is 84"
         *         }
         *       ],
         *       "weighed_at": "2026-01-31T09:30:00.000Z",
         *       "due_at": "2026-02-01T09:30:00.000Z",
         *       "created_at": "2026-01-31T09:30:00.000Z",
         *       "closed_at": null
         *     }
         */
        Review: {
            id: string;
            /** @description Principal under review. */
            principal_id: string;
            principal_name: string | null;
            /** @description Asset under review. */
            asset_id: string;
            asset_name: string | null;
            /** @description Grants that are decided about. */
            access_grant_ids: string[];
            /**
             * @description Score of the stalest grant when the review was generated.
             * @example 83.3261
             */
            decay_score: number;
            /** @enum {string} */
            risk_level: "CRITICAL" | "HIGH" | "MEDIUM" | "LOW";
            /** @description Of the asset. */
            platform: string | null;
            /**
             * @description Of now while the review is open, else of when it was closed.
             * @example 83.3261
             */
            current_score: number;
            evidence_json: components["schemas"]["ReviewEvidence"];
            /**
             * @description As of now while the review is open.
             * @enum {string}
             */
            recommendation: "REVOKE" | "REVIEW" | "CONFIRM";
            /** @description null: nobody could be asked; an admin must assign it. */
            assigned_to_id: string | null;
            assigned_to_name: string | null;
            workflow_id: string | null;
            campaign_id: string | null;
            /** @enum {string} */
            status: "PENDING" | "DECIDED" | "EXPIRED" | "ESCALATED";
            /**
             * @description What asked for it.
             * @enum {string}
             */
            origin: "threshold" | "manual" | "campaign" | "confirmation_ended" | "asked_again" | "rule";
            reason: string | null;
            notes: string | null;
            requested_by: string;
            /** @description Whether the caller may decide it, as the policy says. */
            may_decide: boolean;
            /** @description Of an open review: why the caller may not decide it. */
            decide_refusal: string | null;
            /** @description What came of each grant that was revoked, also in lists; null: the caller has no role that may see remediations. */
            removals: {
                /** @description Of the remediation. */
                id: string;
                grant_id: string;
                /** @enum {string} */
                status: "pending" | "running" | "requested" | "completed" | "failed" | "blocked" | "reverted";
                /**
                 * @description restore: it is being put back.
                 * @enum {string}
                 */
                operation: "revoke" | "restore";
                /** @enum {string} */
                execution: "connector" | "person" | "simulated";
                dry_run: boolean;
                /** @description What it rests on that the access is gone; null while nothing is claimed. */
                verification: ("verified" | "attested" | "simulated" | "not_verified") | null;
                /**
                 * Format: date-time
                 * @example 2026-01-31T09:30:00.000Z
                 */
                verified_at: string | null;
                /** @description The guards that stop it; the access is still there. */
                blocked_by: {
                    /** @enum {string} */
                    guard: "protected_principal" | "protected_asset" | "last_admin" | "grant_age" | "telemetry" | "other_access" | "breaker";
                    /** @description Why, in a sentence. */
                    message: string;
                    /** @description What to do about it. */
                    remedy: string | null;
                }[];
                error: string | null;
            }[] | null;
            /** @description The confirmation that this review tests, or the review that nobody answered and that it asks again. */
            previous_review_id: string | null;
            /** @description How often the same access was asked about just before without an answer. */
            unanswered_before: number;
            /**
             * Format: date-time
             * @description When, the first time; null when it was not.
             * @example 2026-01-31T09:30:00.000Z
             */
            first_asked_at: string | null;
            /** @description How much it matters, from 0 to 100: the sum of its parts. null: not weighed yet. */
            priority: number | null;
            /** @description What the priority is made of, and why. */
            priority_parts: {
                /** @enum {string} */
                part: "staleness" | "classification" | "permission" | "reach" | "account";
                points: number;
                /** @description The most that it can be. */
                of: number;
                /** @description The reason, after "because". */
                because: string;
            }[] | null;
            /**
             * Format: date-time
             * @description As of when the priority is: when it was asked, and again once a day while it is open.
             * @example 2026-01-31T09:30:00.000Z
             */
            weighed_at: string | null;
            /**
             * Format: date-time
             * @description Deadline.
             * @example 2026-01-31T09:30:00.000Z
             */
            due_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            closed_at: string | null;
            /** @description Of one review, not in lists. */
            decisions?: {
                id: string;
                grant_id: string;
                /** @enum {string} */
                decision: "CONFIRM" | "REVOKE";
                reason: string;
                decided_by: string;
                /**
                 * Format: date-time
                 * @example 2026-01-31T09:30:00.000Z
                 */
                decided_at: string;
                /**
                 * Format: date-time
                 * @description Of a confirmation: until when it holds.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                next_review_at: string | null;
            }[];
            /** @description The latest question to the person who holds the access, and the answer; null: nobody has asked. Of one review, not in lists. */
            holder_question?: {
                id: string;
                /**
                 * Format: date-time
                 * @example 2026-01-31T09:30:00.000Z
                 */
                asked_at: string;
                asked_by: string;
                /**
                 * Format: date-time
                 * @description Until when the link in the mail is good, unless the review is closed before.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                expires_at: string;
                /** @description The address to which it was sent; null while it was not. */
                sent_to: string | null;
                /**
                 * Format: date-time
                 * @description When the mail server took it.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                sent_at: string | null;
                /**
                 * Format: date-time
                 * @description When the latest attempt to send it failed; null when it was sent. It may be tried again, and asked again.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                failed_at: string | null;
                /** @description Why it failed. */
                mail_error: string | null;
                /** @description keep: what the holder says, which is evidence; a reviewer still decides. release: the access was given up, which is a decision. */
                answer: ("keep" | "release") | null;
                /** @description In the holder's words; empty where a release gives none. */
                reason: string | null;
                /**
                 * Format: date-time
                 * @example 2026-01-31T09:30:00.000Z
                 */
                answered_at: string | null;
            } | null;
        };
        /**
         * @example {
         *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
         *       "principal_id": "prin-001",
         *       "principal_name": "Amara Okafor",
         *       "asset_id": "asset-001",
         *       "asset_name": "customer_profiles",
         *       "access_grant_ids": [
         *         "grant-001"
         *       ],
         *       "decay_score": 83.8269,
         *       "risk_level": "CRITICAL",
         *       "platform": "databricks",
         *       "current_score": 83.8269,
         *       "evidence_json": {
         *         "days_inactive": 64,
         *         "last_access": "2025-11-28T14:03:00.000Z",
         *         "peer_usage_pct": 0.04,
         *         "sensitivity": "pii",
         *         "contains_pii": true,
         *         "summary": "Unused for 64 days; 1 of 27 peers uses it; the asset holds PII.",
         *         "as_of": "2026-01-31T09:30:00.000Z",
         *         "score": {
         *           "current": 83.8269,
         *           "at_generation": 83.8269,
         *           "risk_level": "critical",
         *           "likelihood": {
         *             "share": 0.8285,
         *             "cases": 412,
         *             "no_longer_needed": 342
         *           }
         *         },
         *         "last_used": "2025-11-28T14:03:00.000Z",
         *         "peer_comparison": {
         *           "department": "Finance",
         *           "peers": 27,
         *           "active_peers": 1,
         *           "share": 0.04,
         *           "window_days": 90
         *         },
         *         "anomaly_flags": [],
         *         "grants": [
         *           {
         *             "grant_id": "grant-001",
         *             "permission": "ReadWrite",
         *             "via_group_id": null
         *           }
         *         ],
         *         "activity_timeline": [
         *           {
         *             "week_of": "2025-11-24",
         *             "active_days": 3
         *           }
         *         ],
         *         "telemetry": {
         *           "platform": "databricks",
         *           "connected": true,
         *           "coverage": "full",
         *           "observed_days": 64,
         *           "unobserved_days": 0,
         *           "gaps": []
         *         },
         *         "principal": {
         *           "id": "prin-001",
         *           "display_name": "Amara Okafor"
         *         },
         *         "asset": {
         *           "id": "asset-001",
         *           "name": "customer_profiles"
         *         },
         *         "asked_because": {
         *           "origin": "threshold",
         *           "reason": null,
         *           "notes": null,
         *           "requested_by": "system"
         *         },
         *         "previous_confirmation": null,
         *         "confirmation": {
         *           "times_since_use": null,
         *           "holds_days": 90
         *         },
         *         "unanswered": null
         *       },
         *       "recommendation": "REVOKE",
         *       "assigned_to_id": "prin-007",
         *       "assigned_to_name": "Håkon Myrvold",
         *       "workflow_id": "0198c0de-7d20-7f3b-8a51-5c6d7e8f9a0b",
         *       "campaign_id": null,
         *       "status": "PENDING",
         *       "origin": "threshold",
         *       "reason": null,
         *       "notes": null,
         *       "requested_by": "system",
         *       "may_decide": true,
         *       "decide_refusal": null,
         *       "removals": [],
         *       "previous_review_id": null,
         *       "unanswered_before": 0,
         *       "first_asked_at": null,
         *       "priority": 78,
         *       "priority_parts": [
         *         {
         *           "part": "staleness",
         *           "points": 34,
         *           "of": 40,
         *           "because": "its score is 84"
         *         }
         *       ],
         *       "weighed_at": "2026-01-31T09:30:00.000Z",
         *       "due_at": "2026-02-01T09:30:00.000Z",
         *       "created_at": "2026-01-31T09:30:00.000Z",
         *       "closed_at": null
         *     }
         */
        ListedReview: {
            id: string;
            /** @description Principal under review. */
            principal_id?: string;
            principal_name?: string | null;
            /** @description Asset under review. */
            asset_id?: string;
            asset_name?: string | null;
            /** @description Grants that are decided about. */
            access_grant_ids?: string[];
            /**
             * @description Score of the stalest grant when the review was generated.
             * @example 83.3261
             */
            decay_score?: number;
            /** @enum {string} */
            risk_level?: "CRITICAL" | "HIGH" | "MEDIUM" | "LOW";
            /** @description Of the asset. */
            platform?: string | null;
            /**
             * @description Of now while the review is open, else of when it was closed.
             * @example 83.3261
             */
            current_score?: number;
            evidence_json?: components["schemas"]["ReviewEvidence"];
            /**
             * @description As of now while the review is open.
             * @enum {string}
             */
            recommendation?: "REVOKE" | "REVIEW" | "CONFIRM";
            /** @description null: nobody could be asked; an admin must assign it. */
            assigned_to_id?: string | null;
            assigned_to_name?: string | null;
            workflow_id?: string | null;
            campaign_id?: string | null;
            /** @enum {string} */
            status?: "PENDING" | "DECIDED" | "EXPIRED" | "ESCALATED";
            /**
             * @description What asked for it.
             * @enum {string}
             */
            origin?: "threshold" | "manual" | "campaign" | "confirmation_ended" | "asked_again" | "rule";
            reason?: string | null;
            notes?: string | null;
            requested_by?: string;
            /** @description Whether the caller may decide it, as the policy says. */
            may_decide?: boolean;
            /** @description Of an open review: why the caller may not decide it. */
            decide_refusal?: string | null;
            /** @description What came of each grant that was revoked, also in lists; null: the caller has no role that may see remediations. */
            removals?: {
                /** @description Of the remediation. */
                id: string;
                grant_id: string;
                /** @enum {string} */
                status: "pending" | "running" | "requested" | "completed" | "failed" | "blocked" | "reverted";
                /**
                 * @description restore: it is being put back.
                 * @enum {string}
                 */
                operation: "revoke" | "restore";
                /** @enum {string} */
                execution: "connector" | "person" | "simulated";
                dry_run: boolean;
                /** @description What it rests on that the access is gone; null while nothing is claimed. */
                verification: ("verified" | "attested" | "simulated" | "not_verified") | null;
                /**
                 * Format: date-time
                 * @example 2026-01-31T09:30:00.000Z
                 */
                verified_at: string | null;
                /** @description The guards that stop it; the access is still there. */
                blocked_by: {
                    /** @enum {string} */
                    guard: "protected_principal" | "protected_asset" | "last_admin" | "grant_age" | "telemetry" | "other_access" | "breaker";
                    /** @description Why, in a sentence. */
                    message: string;
                    /** @description What to do about it. */
                    remedy: string | null;
                }[];
                error: string | null;
            }[] | null;
            /** @description The confirmation that this review tests, or the review that nobody answered and that it asks again. */
            previous_review_id?: string | null;
            /** @description How often the same access was asked about just before without an answer. */
            unanswered_before?: number;
            /**
             * Format: date-time
             * @description When, the first time; null when it was not.
             * @example 2026-01-31T09:30:00.000Z
             */
            first_asked_at?: string | null;
            /** @description How much it matters, from 0 to 100: the sum of its parts. null: not weighed yet. */
            priority?: number | null;
            /** @description What the priority is made of, and why. */
            priority_parts?: {
                /** @enum {string} */
                part: "staleness" | "classification" | "permission" | "reach" | "account";
                points: number;
                /** @description The most that it can be. */
                of: number;
                /** @description The reason, after "because". */
                because: string;
            }[] | null;
            /**
             * Format: date-time
             * @description As of when the priority is: when it was asked, and again once a day while it is open.
             * @example 2026-01-31T09:30:00.000Z
             */
            weighed_at?: string | null;
            /**
             * Format: date-time
             * @description Deadline.
             * @example 2026-01-31T09:30:00.000Z
             */
            due_at?: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at?: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            closed_at?: string | null;
        };
        /**
         * @example {
         *       "review_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
         *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
         *       "status": "pending",
         *       "principal_id": "prin-001",
         *       "asset_id": "asset-004",
         *       "access_grant_ids": [
         *         "grant-001"
         *       ],
         *       "decay_score": 12.5,
         *       "risk_level": "LOW",
         *       "recommendation": "CONFIRM",
         *       "assigned_to_id": "prin-007",
         *       "workflow_id": "0198c0de-7d20-7f3b-8a51-5c6d7e8f9a0b",
         *       "due_at": "2026-02-14T09:30:00.000Z",
         *       "created_at": "2026-01-31T09:30:00.000Z"
         *     }
         */
        CreatedReview: {
            review_id: string;
            id: string;
            /** @description pending */
            status: string;
            principal_id: string;
            asset_id: string;
            access_grant_ids: string[];
            /**
             * @description 0 is fresh, 100 is stale; four decimals.
             * @example 83.3261
             */
            decay_score: number;
            /** @enum {string} */
            risk_level: "CRITICAL" | "HIGH" | "MEDIUM" | "LOW";
            /** @enum {string} */
            recommendation: "REVOKE" | "REVIEW" | "CONFIRM";
            assigned_to_id: string | null;
            workflow_id: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            due_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
        };
        /**
         * @example {
         *       "id": "0198c0de-7d21-7f3b-8a51-5c6d7e8f9a0c",
         *       "packet_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
         *       "review_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
         *       "grant_id": "grant-001",
         *       "grant_ids": [
         *         "grant-001"
         *       ],
         *       "decision": "REVOKE",
         *       "decided_by": "dev-admin",
         *       "decided_at": "2026-01-31T10:00:00.000Z",
         *       "status": "DECIDED",
         *       "assigned_to_id": "prin-007",
         *       "next_review_at": null,
         *       "removals": [
         *         {
         *           "id": "0198c0de-7d22-7f3b-8a51-5c6d7e8f9a0d",
         *           "grant_id": "grant-001",
         *           "execution": "connector",
         *           "elsewhere": null,
         *           "refused_by": [
         *             {
         *               "guard": "last_admin",
         *               "message": "Nobody else could administer customer_profiles.",
         *               "remedy": "Give another active principal admin or owner access, then retry."
         *             }
         *           ]
         *         }
         *       ]
         *     }
         */
        DecisionRecord: {
            id: string;
            packet_id: string;
            review_id: string;
            /** @description null when the answer was about several. */
            grant_id: string | null;
            /** @description All that were decided by this. */
            grant_ids: string[];
            /** @description In the words of the form that was used. */
            decision: string;
            decided_by: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            decided_at: string;
            /**
             * @description Of the review, by now.
             * @enum {string}
             */
            status: "PENDING" | "DECIDED" | "EXPIRED" | "ESCALATED";
            assigned_to_id: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            next_review_at: string | null;
            /** @description The remediations that this has begun, with what is known of the guards by now. The worker that carries them out asks the guards again, and the platform, and decides: see `remediations` of the review, or the remediation. */
            removals: {
                /** @description Of the remediation. */
                id: string;
                grant_id: string;
                /** @enum {string} */
                execution: "connector" | "person" | "simulated";
                /** @description The access comes through a group that another platform fills, as the last sync has told; null: it does not, as far as is known. */
                elsewhere: {
                    group_name: string;
                    /** @description Where the membership would be removed; null: nowhere that Lapse could, and `message` says why. */
                    connector_id: string | null;
                    connector_name: string | null;
                    platform: string | null;
                    /** @description For people; also what is not known. */
                    message: string;
                } | null;
                /** @description Guards that would refuse it at this moment. */
                refused_by: {
                    /** @enum {string} */
                    guard: "protected_principal" | "protected_asset" | "last_admin" | "grant_age" | "telemetry" | "other_access" | "breaker";
                    /** @description Why, in a sentence. */
                    message: string;
                    /** @description What to do about it. */
                    remedy: string | null;
                }[];
            }[];
        };
        /**
         * @example {
         *       "review_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
         *       "processed": 1,
         *       "results": [
         *         {
         *           "grant_id": "grant-001",
         *           "status": "accepted",
         *           "detail": null
         *         }
         *       ],
         *       "removals": [
         *         {
         *           "id": "0198c0de-7d22-7f3b-8a51-5c6d7e8f9a0d",
         *           "grant_id": "grant-001",
         *           "execution": "connector",
         *           "elsewhere": null,
         *           "refused_by": [
         *             {
         *               "guard": "last_admin",
         *               "message": "Nobody else could administer customer_profiles.",
         *               "remedy": "Give another active principal admin or owner access, then retry."
         *             }
         *           ]
         *         }
         *       ]
         *     }
         */
        BulkDecision: {
            review_id: string;
            /** @description How many were accepted. */
            processed: number;
            results: {
                grant_id: string;
                /** @enum {string} */
                status: "accepted" | "conflict" | "invalid";
                /** @description Why not. */
                detail: string | null;
            }[];
            /** @description The remediations that this has begun, with what is known of the guards by now. The worker that carries them out asks the guards again, and the platform, and decides: see `remediations` of the review, or the remediation. */
            removals: {
                /** @description Of the remediation. */
                id: string;
                grant_id: string;
                /** @enum {string} */
                execution: "connector" | "person" | "simulated";
                /** @description The access comes through a group that another platform fills, as the last sync has told; null: it does not, as far as is known. */
                elsewhere: {
                    group_name: string;
                    /** @description Where the membership would be removed; null: nowhere that Lapse could, and `message` says why. */
                    connector_id: string | null;
                    connector_name: string | null;
                    platform: string | null;
                    /** @description For people; also what is not known. */
                    message: string;
                } | null;
                /** @description Guards that would refuse it at this moment. */
                refused_by: {
                    /** @enum {string} */
                    guard: "protected_principal" | "protected_asset" | "last_admin" | "grant_age" | "telemetry" | "other_access" | "breaker";
                    /** @description Why, in a sentence. */
                    message: string;
                    /** @description What to do about it. */
                    remedy: string | null;
                }[];
            }[];
        };
        /**
         * @example {
         *       "review_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e60",
         *       "removals": [
         *         {
         *           "grant_id": "grant-041",
         *           "permission": "ReadWrite",
         *           "action": "remove_group_membership",
         *           "target": "Migration Team",
         *           "platform": "synapse",
         *           "connector_name": null,
         *           "execution": "person",
         *           "elsewhere": null,
         *           "mode": "automatic",
         *           "undo_window_minutes": 0,
         *           "also_removes": {
         *             "total": 0,
         *             "in_use": 0,
         *             "items": []
         *           },
         *           "guards": [
         *             {
         *               "guard": "grant_age",
         *               "passed": true,
         *               "message": "The grant is 410 days old.",
         *               "remedy": null
         *             }
         *           ]
         *         }
         *       ]
         *     }
         */
        RemediationPreview: {
            review_id: string;
            /** @description One for each grant that is still active, at most 20. */
            removals: {
                grant_id: string;
                permission: string;
                /** @enum {string} */
                action: "remove_group_membership" | "revoke_grant" | "remove_role_assignment";
                /** @description What is removed, for people. */
                target: string;
                platform: string;
                /** @description null: nothing is connected. */
                connector_name: string | null;
                /**
                 * @description Who would carry it out.
                 * @enum {string}
                 */
                execution: "connector" | "person" | "simulated";
                /** @description The access comes through a group that another platform fills, as the last sync has told; null: it does not, as far as is known. */
                elsewhere: {
                    group_name: string;
                    /** @description Where the membership would be removed; null: nowhere that Lapse could, and `message` says why. */
                    connector_id: string | null;
                    connector_name: string | null;
                    platform: string | null;
                    /** @description For people; also what is not known. */
                    message: string;
                } | null;
                /** @enum {string} */
                mode: "automatic" | "manual" | "dry_run";
                /** @description How long it can be cancelled before it is done. */
                undo_window_minutes: number;
                also_removes: {
                    /** @description Other grants that are lost with this one. */
                    total: number;
                    /** @description Those of them that are still in use. */
                    in_use: number;
                    items: {
                        grant_id: string;
                        principal_id: string;
                        asset_id: string;
                        asset_name: string;
                        platform?: string;
                        permission: string;
                        in_use: boolean;
                    }[];
                };
                /** @description What they say now; they are asked again then. */
                guards: {
                    /** @enum {string} */
                    guard: "protected_principal" | "protected_asset" | "last_admin" | "grant_age" | "telemetry" | "other_access" | "breaker";
                    passed: boolean;
                    message: string;
                    /** @description What to do about it. */
                    remedy: string | null;
                }[];
            }[];
        };
        /**
         * @example {
         *       "review_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
         *       "status": "completed",
         *       "decision": "revoke",
         *       "decided_by": "dev-admin",
         *       "decided_at": "2026-01-31T10:00:00.000Z",
         *       "removals": [
         *         {
         *           "id": "0198c0de-7d22-7f3b-8a51-5c6d7e8f9a0d",
         *           "grant_id": "grant-001",
         *           "execution": "connector",
         *           "elsewhere": null,
         *           "refused_by": [
         *             {
         *               "guard": "last_admin",
         *               "message": "Nobody else could administer customer_profiles.",
         *               "remedy": "Give another active principal admin or owner access, then retry."
         *             }
         *           ]
         *         }
         *       ]
         *     }
         */
        TutorialDecision: {
            review_id: string;
            /** @description completed, or escalated. */
            status: string;
            decision: string;
            decided_by: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            decided_at: string;
            /** @description The remediations that this has begun, with what is known of the guards by now. The worker that carries them out asks the guards again, and the platform, and decides: see `remediations` of the review, or the remediation. */
            removals: {
                /** @description Of the remediation. */
                id: string;
                grant_id: string;
                /** @enum {string} */
                execution: "connector" | "person" | "simulated";
                /** @description The access comes through a group that another platform fills, as the last sync has told; null: it does not, as far as is known. */
                elsewhere: {
                    group_name: string;
                    /** @description Where the membership would be removed; null: nowhere that Lapse could, and `message` says why. */
                    connector_id: string | null;
                    connector_name: string | null;
                    platform: string | null;
                    /** @description For people; also what is not known. */
                    message: string;
                } | null;
                /** @description Guards that would refuse it at this moment. */
                refused_by: {
                    /** @enum {string} */
                    guard: "protected_principal" | "protected_asset" | "last_admin" | "grant_age" | "telemetry" | "other_access" | "breaker";
                    /** @description Why, in a sentence. */
                    message: string;
                    /** @description What to do about it. */
                    remedy: string | null;
                }[];
            }[];
        };
        /**
         * @example {
         *       "id": "0198c0de-7d23-7f3b-8a51-5c6d7e8f9a0e",
         *       "asked_at": "2026-01-31T10:00:00.000Z",
         *       "asked_by": "hakon@example.com",
         *       "expires_at": "2026-02-14T10:00:00.000Z",
         *       "sent_to": "amara@example.com",
         *       "sent_at": "2026-01-31T10:00:02.000Z",
         *       "failed_at": null,
         *       "mail_error": null,
         *       "answer": "keep",
         *       "reason": "Quarterly close.",
         *       "answered_at": "2026-01-31T14:20:00.000Z"
         *     }
         */
        HolderQuestion: {
            id: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            asked_at: string;
            asked_by: string;
            /**
             * Format: date-time
             * @description Until when the link in the mail is good, unless the review is closed before.
             * @example 2026-01-31T09:30:00.000Z
             */
            expires_at: string;
            /** @description The address to which it was sent; null while it was not. */
            sent_to: string | null;
            /**
             * Format: date-time
             * @description When the mail server took it.
             * @example 2026-01-31T09:30:00.000Z
             */
            sent_at: string | null;
            /**
             * Format: date-time
             * @description When the latest attempt to send it failed; null when it was sent. It may be tried again, and asked again.
             * @example 2026-01-31T09:30:00.000Z
             */
            failed_at: string | null;
            /** @description Why it failed. */
            mail_error: string | null;
            /** @description keep: what the holder says, which is evidence; a reviewer still decides. release: the access was given up, which is a decision. */
            answer: ("keep" | "release") | null;
            /** @description In the holder's words; empty where a release gives none. */
            reason: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            answered_at: string | null;
        };
        /**
         * @example {
         *       "id": "0198c0de-7d20-7f3b-8a51-5c6d7e8f9a0b",
         *       "review_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
         *       "status": "running",
         *       "review_status": "PENDING",
         *       "assigned_to_id": "prin-007",
         *       "started_at": "2026-01-31T09:30:00.000Z",
         *       "due_at": "2026-02-01T09:30:00.000Z",
         *       "steps": [
         *         {
         *           "step": "opened",
         *           "status": "done",
         *           "at": "2026-01-31T09:30:00.000Z",
         *           "actor": "system",
         *           "detail": "prin-007 was asked."
         *         },
         *         {
         *           "step": "reminder",
         *           "status": "next",
         *           "at": "2026-01-31T21:30:00.000Z",
         *           "actor": "system",
         *           "detail": "A reminder when 50 % of the time have passed."
         *         },
         *         {
         *           "step": "deadline",
         *           "status": "planned",
         *           "at": "2026-02-01T09:30:00.000Z",
         *           "actor": "system",
         *           "detail": "Escalation, or the end of the review."
         *         }
         *       ]
         *     }
         */
        Workflow: {
            id: string;
            review_id: string;
            /**
             * @description waiting: closed, and a confirmation is to be tested or the review opened again later.
             * @enum {string}
             */
            status: "running" | "waiting" | "completed";
            /** @enum {string} */
            review_status: "PENDING" | "DECIDED" | "EXPIRED" | "ESCALATED";
            assigned_to_id: string | null;
            /**
             * Format: date-time
             * @description From when the time to the deadline counts.
             * @example 2026-01-31T09:30:00.000Z
             */
            started_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            due_at: string;
            steps: {
                step: string;
                /** @enum {string} */
                status: "done" | "next" | "planned";
                /**
                 * Format: date-time
                 * @description When it was done, or will be if nobody acts.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                at: string;
                actor: string;
                detail: string;
            }[];
        };
        /**
         * @example {
         *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
         *       "name": "Quarterly review of personal data",
         *       "description": null,
         *       "status": "open",
         *       "filter": {
         *         "classification": "pii"
         *       },
         *       "reviewer_ids": null,
         *       "due_at": "2026-03-01T00:00:00.000Z",
         *       "created_by": "dev-admin",
         *       "created_at": "2026-01-31T09:30:00.000Z",
         *       "generated_at": "2026-01-31T09:30:02.000Z",
         *       "progress": {
         *         "grants_total": 180,
         *         "grants_examined": 180,
         *         "grants_matched": 42,
         *         "packets_total": 40,
         *         "packets_created": 37,
         *         "packets_joined": 3,
         *         "packets_elsewhere": 0,
         *         "pending": 30,
         *         "escalated": 1,
         *         "decided": 9,
         *         "confirmed": 6,
         *         "revoked": 3,
         *         "expired": 0,
         *         "percent": 22
         *       }
         *     }
         */
        Campaign: {
            id: string;
            name: string;
            description: string | null;
            /**
             * @description generating while reviews are being made, open until the last is closed.
             * @enum {string}
             */
            status: "generating" | "open" | "completed";
            /** @description Which active grants; what is left out does not matter. */
            filter: {
                /**
                 * @description Of the asset.
                 * @example databricks
                 */
                platform?: string;
                /**
                 * @description Of the asset.
                 * @enum {string}
                 */
                classification?: "public" | "internal" | "confidential" | "pii";
                /**
                 * @description Of the principal.
                 * @example Finance
                 */
                department?: string;
                /** @enum {string} */
                principal_type?: "user" | "service_account" | "group";
                /**
                 * @description read, write, read_write, admin, owner, or the word of the platform.
                 * @example admin
                 */
                permission?: string;
                /** @description Only these principals. */
                principal_ids?: string[];
                /** @description Only these assets. */
                asset_ids?: string[];
                /** @description Scores of at least this. */
                min_score?: number;
            };
            /** @description Who take turns; null: by the routing of the policy. */
            reviewer_ids: string[] | null;
            /**
             * Format: date-time
             * @description null: by the policy.
             * @example 2026-01-31T09:30:00.000Z
             */
            due_at: string | null;
            created_by: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the last review was made.
             * @example 2026-01-31T09:30:00.000Z
             */
            generated_at: string | null;
            progress: {
                /** @description To be looked at. */
                grants_total: number;
                grants_examined: number;
                grants_matched: number;
                /** @description A review is about one principal and one asset. */
                packets_total: number;
                packets_created: number;
                /** @description Were open already and belong to the campaign since. */
                packets_joined: number;
                /** @description Are open in another campaign and stay there. */
                packets_elsewhere: number;
                pending: number;
                escalated: number;
                /** @description Those that were confirmed and those that were revoked. */
                decided: number;
                /** @description Every grant of the review stays. */
                confirmed: number;
                /** @description At least one grant of the review is taken away, or was gone before. */
                revoked: number;
                expired: number;
                /** @description Reviews that are closed. */
                percent: number;
            };
        };
        /**
         * @example {
         *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e60",
         *       "principal_id": "prin-007",
         *       "principal_name": "Håkon Myrvold",
         *       "substitute_id": "prin-012",
         *       "substitute_name": "Zoë Lindqvist",
         *       "starts_at": "2026-07-01T00:00:00.000Z",
         *       "ends_at": "2026-07-21T00:00:00.000Z",
         *       "named_by": "hakon.myrvold@example.com",
         *       "created_at": "2026-06-20T09:30:00.000Z"
         *     }
         */
        Substitute: {
            id: string;
            /** @description Whose reviews may be decided. */
            principal_id: string;
            principal_name: string;
            /** @description Who may decide them; deciding needs service.reviewer. */
            substitute_id: string;
            substitute_name: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            starts_at: string;
            /**
             * Format: date-time
             * @description null: until it is removed.
             * @example 2026-01-31T09:30:00.000Z
             */
            ends_at: string | null;
            named_by: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
        };
        /**
         * @example {
         *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
         *       "review_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e60",
         *       "grant_id": "grant-001",
         *       "decision": "REVOKE",
         *       "reason": "no longer in Claims",
         *       "decided_by": "hakon@example.com",
         *       "decided_by_name": "Håkon Myrvold",
         *       "decided_at": "2026-01-31T09:30:00.000Z",
         *       "next_review_at": null,
         *       "principal_id": "prin-001",
         *       "principal_name": "Amara Okafor",
         *       "asset_id": "asset-001",
         *       "asset_name": "customer_profiles",
         *       "permission": "read",
         *       "via_group_id": null,
         *       "review_status": "DECIDED",
         *       "decay_score": 83.8269,
         *       "risk_level": "CRITICAL",
         *       "recommendation": "REVOKE",
         *       "remediation_id": "0198c0de-7d20-7f3b-8a51-5c6d7e8f9a0b",
         *       "remediation_status": "completed",
         *       "remediation_error": null,
         *       "execution": "connector",
         *       "attested_by": null,
         *       "attested_at": null,
         *       "completed_at": "2026-01-31T09:31:00.000Z",
         *       "verified_at": "2026-01-31T09:31:00.000Z",
         *       "reverted_at": null,
         *       "audit_entry_id": "0198c0de-7d20-7f3b-8a51-5c6d7e8f9a0c",
         *       "audit_position": 20
         *     }
         */
        DecisionItem: {
            id: string;
            /** @description The review that asked. */
            review_id: string;
            grant_id: string;
            /** @enum {string} */
            decision: "CONFIRM" | "REVOKE";
            reason: string;
            /** @description As it was recorded. */
            decided_by: string;
            /** @description The name of that person, where the directory knows it. */
            decided_by_name: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            decided_at: string;
            /**
             * Format: date-time
             * @description Of a confirmation: until when it holds.
             * @example 2026-01-31T09:30:00.000Z
             */
            next_review_at: string | null;
            principal_id: string;
            principal_name: string | null;
            asset_id: string;
            asset_name: string | null;
            permission: string | null;
            via_group_id: string | null;
            /** @enum {string} */
            review_status: "PENDING" | "DECIDED" | "EXPIRED" | "ESCALATED";
            /** @description When the review was made. */
            decay_score: number;
            /** @enum {string} */
            risk_level: "CRITICAL" | "HIGH" | "MEDIUM" | "LOW";
            /** @enum {string} */
            recommendation: "REVOKE" | "REVIEW" | "CONFIRM";
            /** @description The remediation that it caused; null for a confirmation. */
            remediation_id: string | null;
            remediation_status: string | null;
            /** @description Why the remediation failed or was blocked. */
            remediation_error: string | null;
            /** @description By whom it is removed: `connector`, `person`, or `simulated` in the demo. */
            execution: string | null;
            /** @description Who said that a person removed it. */
            attested_by: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            attested_at: string | null;
            /**
             * Format: date-time
             * @description When the remediation ended.
             * @example 2026-01-31T09:30:00.000Z
             */
            completed_at: string | null;
            /**
             * Format: date-time
             * @description When the access was verified removed; null: that it is gone is not verified.
             * @example 2026-01-31T09:30:00.000Z
             */
            verified_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            reverted_at: string | null;
            /** @description The entry that records the decision; `GET /v1/audit/{id}/proof` proves it. */
            audit_entry_id: string | null;
            /** @description Its place in the audit log. */
            audit_position: number | null;
        };
        /**
         * @example {
         *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e70",
         *       "name": "Leavers",
         *       "kind": "leaver",
         *       "days": 30,
         *       "cap_per_day": 25,
         *       "owner_id": "prin-007",
         *       "expires_at": "2026-12-31T00:00:00.000Z",
         *       "permissions": [],
         *       "owner_name": "Håkon Myrvold",
         *       "is_on": true,
         *       "off_because": "new",
         *       "paused_because": null,
         *       "decided_today": 3,
         *       "decided": 41,
         *       "held": 6,
         *       "version": 1,
         *       "created_by": "ann@x.example",
         *       "created_at": "2026-01-31T09:30:00.000Z",
         *       "changed_by": "ann@x.example",
         *       "changed_at": "2026-01-31T09:30:00.000Z"
         *     }
         */
        Rule: {
            id: string;
            /**
             * @description Decisions and entries carry it.
             * @example Leavers
             */
            name: string;
            /**
             * @description leaver: accounts that have been observed to be disabled for `days`; never_used: access that was never used in `days` in which its use was watched without a gap.
             * @example leaver
             * @enum {string}
             */
            kind: "leaver" | "never_used";
            /**
             * @description Of leavers 0 to 365, of what was never used 90 to 730.
             * @example 30
             */
            days: number;
            /**
             * @description So many grants are decided a day at most, from midnight to midnight UTC; the others wait.
             * @example 25
             */
            cap_per_day: number;
            /**
             * @description Who answers for it. While that account is disabled or gone, the rule is paused.
             * @example prin-007
             */
            owner_id: string;
            /**
             * Format: date-time
             * @description It decides nothing after that; at most a year ahead.
             * @example 2026-01-31T09:30:00.000Z
             */
            expires_at: string;
            /** @description Of never_used: which permissions it is about, `read` unless given. Of leavers none: it is about all. */
            permissions: ("read" | "write" | "read_write" | "admin" | "owner")[];
            owner_name: string;
            is_on: boolean;
            /**
             * @description Why it is off, or was before it was switched on. changed: a change switches it off.
             * @enum {string}
             */
            off_because: "new" | "changed" | "switched_off" | "expired";
            /** @description Why it decides nothing although it is on; null: it decides. */
            paused_because: string | null;
            /** @description Grants, since midnight UTC. */
            decided_today: number;
            /** @description Grants, ever. */
            decided: number;
            /** @description Questions that are not asked because it is going to decide them. */
            held: number;
            /** @description Of its settings. */
            version: number;
            created_by: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            changed_by: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            changed_at: string;
        };
        /**
         * @example {
         *       "rule_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e70",
         *       "version": 1,
         *       "as_of": "2026-01-31T09:30:00.000Z",
         *       "from": "2025-11-03T00:00:00.000Z",
         *       "days": [
         *         {
         *           "date": "2025-11-03",
         *           "ready": 40,
         *           "decided": 25
         *         }
         *       ],
         *       "ready": 40,
         *       "decided": 25,
         *       "waiting": 15,
         *       "used_again": 0,
         *       "confirmed": 1,
         *       "granted_again": 1,
         *       "enabled_again": 0,
         *       "wrong": 2,
         *       "not_known": [
         *         "Before 2025-12-01T09:30:00.000Z it was not observed which accounts are disabled."
         *       ],
         *       "seen": {
         *         "count": 12,
         *         "mark": "b1pX0f3Wm2q8Zc5sYt7uKd4eRg6hJn9a"
         *       },
         *       "sample": [
         *         {
         *           "grant_id": "grant-001",
         *           "principal_id": "prin-001",
         *           "principal_name": "Amara Okafor",
         *           "asset_id": "asset-001",
         *           "asset_name": "customer_profiles",
         *           "permission": "read",
         *           "since": "2025-12-01T09:30:00.000Z",
         *           "ready_at": "2025-12-31T09:30:00.000Z",
         *           "open_review_id": null,
         *           "refused_by": []
         *         }
         *       ]
         *     }
         */
        RulePreview: {
            rule_id: string;
            /** @description Of the settings that were tried. */
            version: number;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            as_of: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            from: string;
            /** @description The last 90 days. */
            days: {
                /** @description Of UTC. */
                date: string;
                /** @description Grants that became ready on that day; on the first also those that were before. */
                ready: number;
                /** @description Grants that it would have decided with the cap. */
                decided: number;
            }[];
            /** @description Grants in all that it could have decided. */
            ready: number;
            /** @description Of these, those that it would have decided with the cap. */
            decided: number;
            /** @description Those that would still wait. */
            waiting: number;
            /** @description Of those that were ready: used afterwards. */
            used_again: number;
            /** @description Of those that were ready: confirmed by a reviewer afterwards. */
            confirmed: number;
            /** @description Of those that were ready: the same person was given the same again. */
            granted_again: number;
            /** @description Of those that were ready: the account was enabled again. */
            enabled_again: number;
            /** @description Of those that were ready: any of the four. */
            wrong: number;
            /** @description What of the past is not known, in sentences. */
            not_known: string[];
            seen: {
                /** @description Grants that it would decide now, with no cap. */
                count: number;
                /** @description Of the settings and of these grants. */
                mark: string;
            };
            /** @description The first of those that it would decide now. */
            sample: {
                grant_id: string;
                principal_id: string;
                principal_name: string;
                asset_id: string;
                asset_name: string;
                permission: string;
                /**
                 * Format: date-time
                 * @description From when its days count.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                since: string;
                /**
                 * Format: date-time
                 * @example 2026-01-31T09:30:00.000Z
                 */
                ready_at: string;
                /** @description A question that is open about it, which it would decide. */
                open_review_id: string | null;
                /** @description Guards that would refuse the removal; then the rule does not decide it. */
                refused_by: ("protected_principal" | "protected_asset" | "last_admin" | "grant_age" | "telemetry" | "other_access" | "breaker")[];
            }[];
        };
        /**
         * @example {
         *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e71",
         *       "principal_id": "prin-001",
         *       "principal_name": "Amara Okafor",
         *       "asset_id": "asset-001",
         *       "asset_name": "customer_profiles",
         *       "held_since": "2026-01-31T09:30:00.000Z",
         *       "decides_at": "2026-02-14T09:30:00.000Z"
         *     }
         */
        HeldQuestion: {
            id: string;
            principal_id: string;
            principal_name: string;
            asset_id: string;
            asset_name: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            held_since: string;
            /**
             * Format: date-time
             * @description From when the rule decides it, when its cap has room.
             * @example 2026-01-31T09:30:00.000Z
             */
            decides_at: string;
        };
        /**
         * @example {
         *       "from": "2025-11-02T09:30:00.000Z",
         *       "to": "2026-01-31T09:30:00.000Z",
         *       "is_complete": true,
         *       "all": {
         *         "revocations": 318,
         *         "judged": 214,
         *         "not_yet_judged": 104,
         *         "regretted": 5,
         *         "cases": 212,
         *         "cases_regretted": 3,
         *         "share": 0.014150943396226415
         *       },
         *       "reviewers": 1,
         *       "by_reviewer": [
         *         {
         *           "decided_by": "hakon@example.com",
         *           "decided_by_name": "Håkon Myrvold",
         *           "revocations": 318,
         *           "judged": 214,
         *           "not_yet_judged": 104,
         *           "regretted": 5,
         *           "cases": 212,
         *           "cases_regretted": 3,
         *           "share": 0.014150943396226415
         *         }
         *       ],
         *       "by_rule": [
         *         {
         *           "rule": "the rule \"Leavers\" of ann@x.example",
         *           "revocations": 318,
         *           "judged": 214,
         *           "not_yet_judged": 104,
         *           "regretted": 5,
         *           "cases": 212,
         *           "cases_regretted": 3,
         *           "share": 0.014150943396226415
         *         }
         *       ],
         *       "by_platform": [
         *         {
         *           "platform": "fabric",
         *           "revocations": 318,
         *           "judged": 214,
         *           "not_yet_judged": 104,
         *           "regretted": 5,
         *           "cases": 212,
         *           "cases_regretted": 3,
         *           "share": 0.014150943396226415
         *         }
         *       ],
         *       "by_recommendation": [
         *         {
         *           "recommendation": "REVOKE",
         *           "revocations": 318,
         *           "judged": 214,
         *           "not_yet_judged": 104,
         *           "regretted": 5,
         *           "cases": 212,
         *           "cases_regretted": 3,
         *           "share": 0.014150943396226415
         *         }
         *       ],
         *       "by_decided_through": [
         *         {
         *           "decided_through": "person",
         *           "revocations": 318,
         *           "judged": 214,
         *           "not_yet_judged": 104,
         *           "regretted": 5,
         *           "cases": 212,
         *           "cases_regretted": 3,
         *           "share": 0.014150943396226415
         *         }
         *       ]
         *     }
         */
        Regret: {
            /**
             * Format: date-time
             * @description Decided then or later.
             * @example 2026-01-31T09:30:00.000Z
             */
            from: string;
            /**
             * Format: date-time
             * @description Decided before then.
             * @example 2026-01-31T09:30:00.000Z
             */
            to: string;
            /** @description false: the period has more than 20,000 revocations, of which these are the latest. Ask for a shorter one. */
            is_complete: boolean;
            all: {
                /** @description Grants that were revoked in the period, by people, by rules or because nobody answered. */
                revocations: number;
                /** @description Of those, the ones of which it is known: 60 days have passed, or they were missed sooner. */
                judged: number;
                /** @description The others: too recent, so they may still be missed. */
                not_yet_judged: number;
                /** @description Missed, however long ago they were removed. */
                regretted: number;
                /** @description What the share rests on: those of which 60 days have passed. */
                cases: number;
                /** @description Of the cases, those that were missed. */
                cases_regretted: number;
                /** @description cases_regretted / cases; null with fewer than 10 cases: not known yet. Of recent revocations only those that were missed are known, so they are not in it. */
                share: number | null;
            };
            /** @description How many people have decided. */
            reviewers: number;
            /** @description Those who decided most first, at most 100. */
            by_reviewer: {
                /** @description As it was recorded. */
                decided_by: string;
                /** @description The name of that person, where the directory knows it. */
                decided_by_name: string;
                /** @description Grants that were revoked in the period, by people, by rules or because nobody answered. */
                revocations: number;
                /** @description Of those, the ones of which it is known: 60 days have passed, or they were missed sooner. */
                judged: number;
                /** @description The others: too recent, so they may still be missed. */
                not_yet_judged: number;
                /** @description Missed, however long ago they were removed. */
                regretted: number;
                /** @description What the share rests on: those of which 60 days have passed. */
                cases: number;
                /** @description Of the cases, those that were missed. */
                cases_regretted: number;
                /** @description cases_regretted / cases; null with fewer than 10 cases: not known yet. Of recent revocations only those that were missed are known, so they are not in it. */
                share: number | null;
            }[];
            /** @description Rules that decided without a question; those with most revocations first, at most 100. */
            by_rule: {
                /** @description As it was recorded. */
                rule: string;
                /** @description Grants that were revoked in the period, by people, by rules or because nobody answered. */
                revocations: number;
                /** @description Of those, the ones of which it is known: 60 days have passed, or they were missed sooner. */
                judged: number;
                /** @description The others: too recent, so they may still be missed. */
                not_yet_judged: number;
                /** @description Missed, however long ago they were removed. */
                regretted: number;
                /** @description What the share rests on: those of which 60 days have passed. */
                cases: number;
                /** @description Of the cases, those that were missed. */
                cases_regretted: number;
                /** @description cases_regretted / cases; null with fewer than 10 cases: not known yet. Of recent revocations only those that were missed are known, so they are not in it. */
                share: number | null;
            }[];
            /** @description Those with most revocations first, at most 100. */
            by_platform: {
                platform: string;
                /** @description Grants that were revoked in the period, by people, by rules or because nobody answered. */
                revocations: number;
                /** @description Of those, the ones of which it is known: 60 days have passed, or they were missed sooner. */
                judged: number;
                /** @description The others: too recent, so they may still be missed. */
                not_yet_judged: number;
                /** @description Missed, however long ago they were removed. */
                regretted: number;
                /** @description What the share rests on: those of which 60 days have passed. */
                cases: number;
                /** @description Of the cases, those that were missed. */
                cases_regretted: number;
                /** @description cases_regretted / cases; null with fewer than 10 cases: not known yet. Of recent revocations only those that were missed are known, so they are not in it. */
                share: number | null;
            }[];
            by_recommendation: {
                /**
                 * @description What the review recommended when it was closed; while it is still open, when it was asked.
                 * @enum {string}
                 */
                recommendation: "REVOKE" | "REVIEW" | "CONFIRM";
                /** @description Grants that were revoked in the period, by people, by rules or because nobody answered. */
                revocations: number;
                /** @description Of those, the ones of which it is known: 60 days have passed, or they were missed sooner. */
                judged: number;
                /** @description The others: too recent, so they may still be missed. */
                not_yet_judged: number;
                /** @description Missed, however long ago they were removed. */
                regretted: number;
                /** @description What the share rests on: those of which 60 days have passed. */
                cases: number;
                /** @description Of the cases, those that were missed. */
                cases_regretted: number;
                /** @description cases_regretted / cases; null with fewer than 10 cases: not known yet. Of recent revocations only those that were missed are known, so they are not in it. */
                share: number | null;
            }[];
            by_decided_through: {
                /**
                 * @description person: somebody decided the review; group: somebody decided it with others of a group; rule: a rule decided it without a question; system: nobody answered, and the policy revokes then.
                 * @enum {string}
                 */
                decided_through: "person" | "group" | "rule" | "system";
                /** @description Grants that were revoked in the period, by people, by rules or because nobody answered. */
                revocations: number;
                /** @description Of those, the ones of which it is known: 60 days have passed, or they were missed sooner. */
                judged: number;
                /** @description The others: too recent, so they may still be missed. */
                not_yet_judged: number;
                /** @description Missed, however long ago they were removed. */
                regretted: number;
                /** @description What the share rests on: those of which 60 days have passed. */
                cases: number;
                /** @description Of the cases, those that were missed. */
                cases_regretted: number;
                /** @description cases_regretted / cases; null with fewer than 10 cases: not known yet. Of recent revocations only those that were missed are known, so they are not in it. */
                share: number | null;
            }[];
        };
        /**
         * @example {
         *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
         *       "review_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e60",
         *       "grant_id": "grant-001",
         *       "principal_id": "prin-001",
         *       "principal_name": "Amara Okafor",
         *       "asset_id": "asset-001",
         *       "asset_name": "customer_profiles",
         *       "platform": "fabric",
         *       "permission": "read",
         *       "reason": "no longer in Claims",
         *       "recommendation": "REVOKE",
         *       "decided_through": "person",
         *       "decided_by": "hakon@example.com",
         *       "decided_by_name": "Håkon Myrvold",
         *       "decided_at": "2026-01-12T09:30:00.000Z",
         *       "remediation_id": "0198c0de-7d20-7f3b-8a51-5c6d7e8f9a0b",
         *       "removed_at": "2026-01-12T09:46:00.000Z",
         *       "shown_by": "granted_again",
         *       "shown_at": "2026-01-20T14:05:00.000Z"
         *     }
         */
        RegrettedRevocation: {
            /** @description Of the decision. */
            id: string;
            review_id: string;
            grant_id: string;
            principal_id: string;
            principal_name: string | null;
            asset_id: string;
            asset_name: string;
            platform: string;
            permission: string;
            /** @description Of the decision. */
            reason: string;
            /**
             * @description What the review recommended when it was closed; while it is still open, when it was asked.
             * @enum {string}
             */
            recommendation: "REVOKE" | "REVIEW" | "CONFIRM";
            /**
             * @description person: somebody decided the review; group: somebody decided it with others of a group; rule: a rule decided it without a question; system: nobody answered, and the policy revokes then.
             * @enum {string}
             */
            decided_through: "person" | "group" | "rule" | "system";
            /** @description As it was recorded. */
            decided_by: string;
            /** @description The name of that person, where the directory knows it. */
            decided_by_name: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            decided_at: string;
            remediation_id: string | null;
            /**
             * Format: date-time
             * @description When the remediation was completed; null: it never was, or was called off before.
             * @example 2026-01-31T09:30:00.000Z
             */
            removed_at: string | null;
            /**
             * @description What first showed that it was missed. called_off: the remediation was cancelled; put_back: somebody asked to put the access back; granted_again: the same person has the same permission on the same asset again; used: the access was used after the review was asked.
             * @enum {string}
             */
            shown_by: "called_off" | "put_back" | "granted_again" | "used";
            /**
             * Format: date-time
             * @description When that happened; of a use, the latest one. null: it is still being put back.
             * @example 2026-01-31T09:30:00.000Z
             */
            shown_at: string | null;
        };
        /**
         * @example {
         *       "from": "2025-11-02T09:30:00.000Z",
         *       "to": "2026-01-31T09:30:00.000Z",
         *       "is_complete": true,
         *       "reviewers_with_fewer": 4,
         *       "items": [
         *         {
         *           "decided_by": "hakon@example.com",
         *           "decided_by_name": "Håkon Myrvold",
         *           "decisions": 240,
         *           "group_decisions": 6,
         *           "confirmations": 180,
         *           "confirmation_share": 0.75,
         *           "quick": 24,
         *           "quick_rows": 2,
         *           "quick_share": 0.1,
         *           "confirmed_grants": 410,
         *           "revoked_since": 6,
         *           "used_since": 300,
         *           "not_used": 54,
         *           "still_confirmed": 50,
         *           "not_needed_share": 0.16666666666666666
         *         }
         *       ]
         *     }
         */
        ReviewerAnswers: {
            /**
             * Format: date-time
             * @description Decided then or later.
             * @example 2026-01-31T09:30:00.000Z
             */
            from: string;
            /**
             * Format: date-time
             * @description Decided before then.
             * @example 2026-01-31T09:30:00.000Z
             */
            to: string;
            /** @description false: people decided about more than 20,000 grants in the period, of which these are the latest. Ask for a shorter one. */
            is_complete: boolean;
            /** @description How many people made fewer than 50 decisions; nothing is said of them. */
            reviewers_with_fewer: number;
            /** @description Those who made at least 50 decisions, most first, at most 100. */
            items: {
                /** @description As it was recorded. */
                decided_by: string;
                /** @description The name of that person, where the directory knows it. */
                decided_by_name: string;
                /** @description What they decided at one instant is one decision, and so is one about a group of reviews. */
                decisions: number;
                /** @description Of these, the ones about groups. */
                group_decisions: number;
                /** @description Of the decisions, those that confirmed everything they were about. */
                confirmations: number;
                /** @description confirmations / decisions */
                confirmation_share: number;
                /** @description Decisions within 2 seconds of the one before, in rows of at least 10 such decisions. As recorded: a page that is in the background may send what was decided earlier all at once. */
                quick: number;
                /** @description How many such rows there were. */
                quick_rows: number;
                /** @description quick / decisions */
                quick_share: number;
                /** @description Grants that they confirmed: revoked_since + used_since + not_used + still_confirmed. */
                confirmed_grants: number;
                /** @description Revoked later. */
                revoked_since: number;
                /** @description Used since the review was asked, and not revoked. */
                used_since: number;
                /** @description Neither, until the confirmation ended. */
                not_used: number;
                /** @description Neither, and the confirmation still holds: not known yet. */
                still_confirmed: number;
                /** @description (revoked_since + not_used) / those of which it is known, so without still_confirmed; null if these are fewer than 50: not known yet. */
                not_needed_share: number | null;
            }[];
        };
        /**
         * @example {
         *       "name": "Northwind Mutual Insurance",
         *       "changed_by": "ada.okafor@example.com",
         *       "changed_at": "2026-01-31T09:30:00.000Z"
         *     }
         */
        Organisation: {
            /** @description What the organisation calls itself, on pages and in reports. Null: nobody has named it. */
            name: string | null;
            changed_by: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            changed_at: string | null;
        };
        /**
         * @example {
         *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
         *       "principal_id": "prin-001",
         *       "review_id": null,
         *       "asset_id": null,
         *       "event_type": "score.threshold_crossed",
         *       "description": "The score of Amara Okafor rose above 80.",
         *       "actor": "system",
         *       "timestamp": "2026-01-31T09:30:00.000Z",
         *       "occurred_at": "2026-01-31T09:29:58.000Z",
         *       "data": {
         *         "threshold": 80,
         *         "direction": "above"
         *       },
         *       "position": 20,
         *       "integrity": "verified"
         *     }
         */
        AuditEntry: {
            id: string;
            /** @description Whom it is about; null when about nobody in particular. */
            principal_id: string | null;
            /** @description The review it belongs to. */
            review_id: string | null;
            /** @description The asset it is about. */
            asset_id: string | null;
            event_type: string;
            description: string;
            /** @description Who did it, or the word system. */
            actor: string;
            /**
             * Format: date-time
             * @description When it was recorded, by the clock of the database. Lists are ordered by it, and periods of reports and filters are of it.
             * @example 2026-01-31T09:30:00.000Z
             */
            timestamp: string;
            /**
             * Format: date-time
             * @description When what it tells of happened: before `timestamp`, where that was learnt later. Entries from before the two were told apart have one time for both.
             * @example 2026-01-31T09:30:00.000Z
             */
            occurred_at: string;
            /** @description What else is known; by event type. */
            data: {
                [key: string]: unknown;
            };
            /** @description Its place in the log, from 0; null for at most 10 seconds after its commit. */
            position: number | null;
            /**
             * @description verified: what is shown here is under the latest signature of the log. pending: it has no place yet. altered: no signature of the log’s own key is over it, so somebody changed the database; `GET /v1/audit/status` says so if it is the key itself.
             * @enum {string}
             */
            integrity: "verified" | "pending" | "altered";
        };
        /**
         * @example {
         *       "origin": "lapse-audit/contoso/0198c0de-0000-7000-8000-000000000001",
         *       "tree_size": 21,
         *       "root_hash": "qUwSm4MVXEbJOw3YQeQXRAYtdiLbqKjMh2g0VOcYDuk=",
         *       "signed_at": "2026-01-31T09:30:02.000Z",
         *       "note": "lapse-audit/contoso/0198c0de-0000-7000-8000-000000000001\n21\nqUwSm4MVXEbJOw3YQeQXRAYtdiLbqKjMh2g0VOcYDuk=\n\n— lapse-audit/contoso/0198c0de-0000-7000-8000-000000000001 Gis8TQ…\n"
         *     }
         */
        AuditCheckpoint: {
            /** @description Names the log. */
            origin: string;
            /** @description How many entries it is over. */
            tree_size: number;
            /** @description Root of the RFC 6962 tree over them (SHA-256, base64). */
            root_hash: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            signed_at: string;
            /** @description The signed note (C2SP signed-note and tlog-checkpoint). Keep it. */
            note: string;
        };
        /**
         * @example {
         *       "origin": "lapse-audit/contoso/0198c0de-0000-7000-8000-000000000001",
         *       "key_id": "1a2b3c4d",
         *       "algorithm": "Ed25519",
         *       "public_key": "Gb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=",
         *       "key": "lapse-audit/contoso/0198c0de-0000-7000-8000-000000000001+1a2b3c4d+ARm/RAlphM3+hUG6wWfcO5bIUIaqMLa2ywxcOK1wMWbh"
         *     }
         */
        AuditKey: {
            /** @description Names the log. */
            origin: string;
            /** @description As it begins signatures, in hex. */
            key_id: string;
            algorithm: string;
            /** @description The 32 bytes of the Ed25519 key. */
            public_key: string;
            /** @description All of it in one word, for "lapse audit verify --key". Keep it apart. */
            key: string;
        };
        /**
         * @example {
         *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
         *       "position": 20,
         *       "tree_size": 21,
         *       "root_hash": "qUwSm4MVXEbJOw3YQeQXRAYtdiLbqKjMh2g0VOcYDuk=",
         *       "checkpoint": "lapse-audit/contoso/0198c0de-0000-7000-8000-000000000001\n21\nqUwSm4MVXEbJOw3YQeQXRAYtdiLbqKjMh2g0VOcYDuk=\n\n— lapse-audit/contoso/0198c0de-0000-7000-8000-000000000001 Gis8TQ…\n",
         *       "entry": "{\"id\":\"0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f\",\"timestamp\":\"2026-01-31T09:30:00Z\",…}",
         *       "leaf_hash": "YkFZ5J2Zp5E2sPZr6eFzBAKaFpTjeA0ntT3J0P+7EPo=",
         *       "hashes": [
         *         "HvS8jYHxQcDcJbxO3jTAeKIv0pCBFDGQDXWHPS2Pgcc="
         *       ]
         *     }
         */
        AuditInclusion: {
            id: string;
            position: number;
            tree_size: number;
            /** @description Root of that tree. Compare it with a checkpoint you trust. */
            root_hash: string;
            /** @description The signed note of that size, if one was signed. */
            checkpoint: string | null;
            /** @description The bytes of the entry that are hashed, as UTF-8. */
            entry: string;
            /** @description SHA-256 of a zero byte and the entry. */
            leaf_hash: string;
            /** @description The hashes of the proof, in the order of RFC 6962. */
            hashes: string[];
        };
        /**
         * @example {
         *       "from": {
         *         "tree_size": 20,
         *         "root_hash": "HvS8jYHxQcDcJbxO3jTAeKIv0pCBFDGQDXWHPS2Pgcc=",
         *         "checkpoint": null
         *       },
         *       "to": {
         *         "tree_size": 21,
         *         "root_hash": "qUwSm4MVXEbJOw3YQeQXRAYtdiLbqKjMh2g0VOcYDuk=",
         *         "checkpoint": "lapse-audit/contoso/0198c0de-0000-7000-8000-000000000001\n21\nqUwSm4MVXEbJOw3YQeQXRAYtdiLbqKjMh2g0VOcYDuk=\n\n— lapse-audit/contoso/0198c0de-0000-7000-8000-000000000001 Gis8TQ…\n"
         *       },
         *       "hashes": [
         *         "YkFZ5J2Zp5E2sPZr6eFzBAKaFpTjeA0ntT3J0P+7EPo="
         *       ]
         *     }
         */
        AuditConsistency: {
            from: {
                tree_size: number;
                /** @description Root of that tree. Compare it with a checkpoint you trust. */
                root_hash: string;
                /** @description The signed note of that size, if one was signed. */
                checkpoint: string | null;
            };
            to: {
                tree_size: number;
                /** @description Root of that tree. Compare it with a checkpoint you trust. */
                root_hash: string;
                /** @description The signed note of that size, if one was signed. */
                checkpoint: string | null;
            };
            /** @description The hashes of the proof, in the order of RFC 6962. */
            hashes: string[];
        };
        /**
         * @example {
         *       "state": "signed",
         *       "tree_size": 21,
         *       "signed_at": "2026-01-31T09:30:02.000Z",
         *       "pending": 0,
         *       "oldest_pending_seconds": 0,
         *       "trouble": null,
         *       "trouble_since": null
         *     }
         */
        AuditStatus: {
            /**
             * @description signed: what is appended is signed within seconds. behind: something has waited for more than a minute, so no worker signs. stopped: the log is refused a signature, or its key is not the one it was begun with; trouble says why.
             * @enum {string}
             */
            state: "signed" | "behind" | "stopped";
            /** @description How many entries the latest checkpoint is over. */
            tree_size: number;
            /**
             * Format: date-time
             * @description When it was signed; null before the first.
             */
            signed_at: string | null;
            /** @description Entries that are not in the log yet. */
            pending: number;
            /** @description How long the oldest of them has waited. */
            oldest_pending_seconds: number;
            /** @description Why nothing is signed, or nothing is verified. */
            trouble: string | null;
            /**
             * Format: date-time
             * @description Since when; null while no worker has told of it.
             */
            trouble_since: string | null;
        };
        /**
         * @example {
         *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
         *       "name": "Monthly summary for the auditors",
         *       "type": "compliance_summary",
         *       "format": "pdf",
         *       "filters": {
         *         "department": null,
         *         "platform": null,
         *         "classification": null
         *       },
         *       "cron": "0 6 1 * *",
         *       "time_zone": "Europe/Berlin",
         *       "period_rule": "previous_month",
         *       "recipients": [
         *         "audit@corp.example"
         *       ],
         *       "enabled": true,
         *       "next_run_at": "2026-02-01T05:00:00.000Z",
         *       "last_run_at": "2026-01-01T05:00:00.412Z",
         *       "last_report_id": "0198c0df-1a2b-7c3d-8e4f-5a6b7c8d9e0f",
         *       "last_error": null,
         *       "warnings": [],
         *       "created_by": "admin@corp.example",
         *       "created_at": "2025-12-15T10:00:00.000Z"
         *     }
         */
        ReportSchedule: {
            id: string;
            name: string;
            /** @enum {string} */
            type: "compliance_summary" | "stale_access" | "review_decisions" | "remediation_log" | "audit_export";
            /** @enum {string} */
            format: "pdf" | "csv" | "json" | "xlsx";
            /** @description null: any. */
            filters: {
                department: string | null;
                platform: string | null;
                /** @enum {string|null} */
                classification: "public" | "internal" | "confidential" | "pii" | null;
            };
            /**
             * @description When it is made: minute, hour, day of month, month, day of week. One minute only: once an hour at most.
             * @example 0 6 1 * *
             */
            cron: string;
            /**
             * @description Of the cron expression and of the period.
             * @example Europe/Berlin
             */
            time_zone: string;
            /**
             * @description What the report is about, from when it is due: the calendar day, week (from Monday), month, quarter or year before, or that many whole days before the day.
             * @enum {string}
             */
            period_rule: "previous_day" | "previous_week" | "previous_month" | "previous_quarter" | "previous_year" | "last_7_days" | "last_30_days" | "last_90_days";
            /** @description E-mail addresses that are told when it is there. The webhook report.completed is always sent. */
            recipients: string[];
            enabled: boolean;
            /**
             * Format: date-time
             * @description null: not enabled.
             * @example 2026-01-31T09:30:00.000Z
             */
            next_run_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            last_run_at: string | null;
            last_report_id: string | null;
            /** @description Why the last run asked for no report. */
            last_error: string | null;
            /** @description What keeps it from doing all it is meant to do. */
            warnings: string[];
            created_by: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
        };
        /**
         * @example {
         *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
         *       "type": "compliance_summary",
         *       "format": "pdf",
         *       "status": "completed",
         *       "period_start": "2026-01-01T00:00:00.000Z",
         *       "period_end": "2026-02-01T00:00:00.000Z",
         *       "filters": {
         *         "department": null,
         *         "platform": null,
         *         "classification": null
         *       },
         *       "requested_by": "dev-admin",
         *       "created_at": "2026-02-01T09:30:00.000Z",
         *       "progress": 1,
         *       "rows": 214,
         *       "completed_at": "2026-02-01T09:30:04.000Z",
         *       "download_url": "/v1/reports/0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f/download",
         *       "size_bytes": 184213,
         *       "sha256": "8d0e1c8a4b6f0c7f3a4f6d2b1e9c5a7d8f0b3c6e9a1d4f7b2c5e8a0d3f6b9c1e",
         *       "row_count": 214,
         *       "rows_sha256": "1f0e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0",
         *       "expires_at": "2026-05-02T09:30:04.000Z"
         *     }
         */
        Report: {
            id: string;
            /** @enum {string} */
            type: "compliance_summary" | "stale_access" | "review_decisions" | "remediation_log" | "audit_export";
            /** @enum {string} */
            format: "pdf" | "csv" | "json" | "xlsx";
            /**
             * @description generating while it waits and while it is being made.
             * @enum {string}
             */
            status: "generating" | "completed" | "failed";
            /**
             * Format: date-time
             * @description Included.
             * @example 2026-01-31T09:30:00.000Z
             */
            period_start: string;
            /**
             * Format: date-time
             * @description Excluded; also the instant that scores and states are given for.
             * @example 2026-01-31T09:30:00.000Z
             */
            period_end: string;
            /** @description null: any. */
            filters: {
                /**
                 * @description Of the principal.
                 * @example Finance
                 */
                department: string | null;
                /**
                 * @description Of the asset.
                 * @example databricks
                 */
                platform: string | null;
                /**
                 * @description Of the asset.
                 * @enum {string|null}
                 */
                classification: "public" | "internal" | "confidential" | "pii" | null;
            };
            requested_by: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /** @description How much of it is made. */
            progress: number;
            /** @description Rows written so far. */
            rows: number;
            /**
             * Format: date-time
             * @description While it is generating.
             * @example 2026-01-31T09:30:00.000Z
             */
            estimated_completion?: string;
            /**
             * Format: date-time
             * @description When it is completed, as all below.
             * @example 2026-01-31T09:30:00.000Z
             */
            completed_at?: string;
            /** @description Where the file is, on this server. */
            download_url?: string;
            size_bytes?: number;
            /** @description Of the file. */
            sha256?: string;
            row_count?: number;
            /** @description Of the same report as CSV: its content, whatever the format is. */
            rows_sha256?: string;
            /**
             * Format: date-time
             * @description When it is removed; retention.reports_days of the policy.
             * @example 2026-01-31T09:30:00.000Z
             */
            expires_at?: string;
            /** @description Why it has failed, or what went wrong last. */
            error?: string;
        };
        /** @description What a report says about itself. */
        ReportHead: {
            /** @enum {string} */
            type: "compliance_summary" | "stale_access" | "review_decisions" | "remediation_log" | "audit_export";
            title: string;
            /** @description The organisation's id at its identity provider. */
            tenant_name: string;
            /** @description What the organisation calls itself. */
            organisation_name: string | null;
            /**
             * Format: date-time
             * @description Included.
             * @example 2026-01-31T09:30:00.000Z
             */
            period_start: string;
            /**
             * Format: date-time
             * @description Excluded.
             * @example 2026-01-31T09:30:00.000Z
             */
            period_end: string;
            /**
             * Format: date-time
             * @description The instant that scores and states are given for.
             * @example 2026-01-31T09:30:00.000Z
             */
            as_of: string;
            requested_by: string;
            filters: {
                department: string | null;
                platform: string | null;
                classification: string | null;
            };
        };
        /** @description Lets an auditor tell whether rows are missing or were altered. */
        ReportCompleteness: {
            /** @description Where the content came from, and how many rows of each were read. */
            sources: {
                name: string;
                rows: number;
            }[];
            row_count: number;
            /** @description Of the same report as CSV, byte for byte, whatever the format is. */
            rows_sha256: string;
            /** @description The earliest signed checkpoint of the audit log that covers the period. */
            audit_checkpoint: {
                origin: string;
                tree_size: number;
                root_hash: string;
                /** Format: date-time */
                signed_at: string;
            } | null;
            /** @description Of `audit_export`: how many of its entries are under the latest signature of the log, have no place in it yet, are not what was signed, or are gone from the database. Each row says which in `integrity`; of a missing entry only its position is known. */
            integrity?: {
                verified: number;
                pending: number;
                altered: number;
                missing: number;
            };
        };
        /** @description A report of rows as JSON: every type but compliance_summary. */
        ReportRowsDocument: {
            head: components["schemas"]["ReportHead"];
            columns: {
                key: string;
                label: string;
                /** @enum {string} */
                kind: "text" | "integer" | "number" | "instant" | "boolean";
            }[];
            rows: {
                [key: string]: string | number | boolean | null;
            }[];
            completeness: components["schemas"]["ReportCompleteness"];
        };
        /** @description The report compliance_summary as JSON. */
        ComplianceSummaryDocument: {
            head: components["schemas"]["ReportHead"];
            summary: {
                executive_summary: string[];
                key_figures: {
                    key: string;
                    label: string;
                    /** @description Percentages are 0 to 100. null: there was nothing to measure. */
                    value: number | null;
                    /** @enum {string} */
                    unit: "count" | "percent" | "hours" | "days";
                    /** @description The same over the period of equal length before; null without one. */
                    previous: number | null;
                    /** @enum {string} */
                    better: "lower" | "higher" | "neither";
                }[];
                /** @description At up to 13 instants of the period. None is before anything was observed: the import that brought a grant, or its first use. */
                score_bands: {
                    /**
                     * Format: date-time
                     * @example 2026-01-31T09:30:00.000Z
                     */
                    at: string;
                    low: number;
                    medium: number;
                    high: number;
                    critical: number;
                }[];
                telemetry: {
                    platform: string;
                    grants: number;
                    events: number;
                    unobserved_days: number;
                    observed_share: number;
                    gaps: {
                        /**
                         * Format: date-time
                         * @example 2026-01-31T09:30:00.000Z
                         */
                        started_at: string;
                        /**
                         * Format: date-time
                         * @example 2026-01-31T09:30:00.000Z
                         */
                        ended_at: string | null;
                    }[];
                }[];
                /** @description A deadline is the first one a review had. Times and the SLA are about answers by people. */
                reviews: {
                    created: number;
                    /** @description confirmed + revoked + confirmed_by_use + removed_elsewhere + revoked_unanswered + revoked_by_rule */
                    decided: number;
                    confirmed: number;
                    revoked: number;
                    confirmed_by_use: number;
                    removed_elsewhere: number;
                    /** @description By the policy, because nobody answered. */
                    revoked_unanswered: number;
                    /** @description By a rule, without a question. */
                    revoked_by_rule: number;
                    escalated: number;
                    expired: number;
                    /** @description At the end of the period. */
                    open: number;
                    open_overdue: number;
                    decided_within_sla: number;
                    decided_late: number;
                    median_hours_to_decide: number | null;
                    p90_hours_to_decide: number | null;
                    by_risk: {
                        /** @enum {string} */
                        risk_level: "CRITICAL" | "HIGH" | "MEDIUM" | "LOW";
                        sla_hours: number;
                        created: number;
                        decided: number;
                        /** @description What the deadline and the median are about. */
                        decided_by_people: number;
                        decided_within_sla: number;
                        median_hours_to_decide: number | null;
                    }[];
                };
                /** @description Open past their deadline, or expired; the longest overdue first. */
                overdue: {
                    /** @description How long the list is. */
                    total: number;
                    rows: {
                        review_id: string;
                        principal_name: string;
                        asset_name: string;
                        /** @enum {string} */
                        risk_level: "CRITICAL" | "HIGH" | "MEDIUM" | "LOW";
                        status: string;
                        assigned_to: string | null;
                        /**
                         * Format: date-time
                         * @example 2026-01-31T09:30:00.000Z
                         */
                        due_at: string;
                        overdue_hours: number;
                    }[];
                };
                remediations: {
                    requested: number;
                    /** @description Older, and open at the start of the period or moved in it. */
                    carried_over: number;
                    /** @description verified + attested + simulated + not_verified */
                    completed: number;
                    /** @description Verified removed: the platform was read again, or an import or a sync showed it. */
                    verified: number;
                    /** @description Somebody says that it is removed. That is not verified. */
                    attested: number;
                    /** @description The demo has no platforms. */
                    simulated: number;
                    /** @description Recorded as gone; nothing has verified that. */
                    not_verified: number;
                    /** @description Claimed to be removed, and then seen again by an import or a sync. */
                    contradicted: number;
                    failed: number;
                    blocked: number;
                    reverted: number;
                    cancelled: number;
                    rehearsed: number;
                    /** @description Neither done nor abandoned. */
                    open: number;
                    /** @description Those of the open ones that were requested of a person. */
                    awaiting_person: number;
                    median_minutes_to_verified: number | null;
                    /** @description Failed, blocked, reverted or contradicted, the latest first. */
                    exceptions: {
                        /** @description How long the list is. */
                        total: number;
                        rows: {
                            remediation_id: string;
                            principal_name: string;
                            asset_name: string;
                            status: string;
                            reason: string | null;
                            /**
                             * Format: date-time
                             * @example 2026-01-31T09:30:00.000Z
                             */
                            at: string;
                        }[];
                    };
                };
                /** @description The stalest access by risk. */
                stale_access: {
                    /** @description How long the list is. */
                    total: number;
                    rows: {
                        grant_id: string;
                        /** @description The order of the list. */
                        risk: number;
                        principal_name: string;
                        department: string | null;
                        asset_name: string;
                        platform: string;
                        classification: string | null;
                        permission: string;
                        score: number;
                        risk_level: string;
                        /**
                         * Format: date-time
                         * @example 2026-01-31T09:30:00.000Z
                         */
                        last_used_at: string | null;
                        /**
                         * Format: date-time
                         * @example 2026-01-31T09:30:00.000Z
                         */
                        lapses_at: string;
                    }[];
                };
                exceptions: {
                    /** @description Kept although remediation was recommended. */
                    confirmed_against_recommendation: {
                        /** @description How long the list is. */
                        total: number;
                        rows: {
                            review_id: string;
                            principal_name: string;
                            asset_name: string;
                            /** @enum {string} */
                            risk_level: "CRITICAL" | "HIGH" | "MEDIUM" | "LOW";
                            decision: string;
                            decided_by: string;
                            /**
                             * Format: date-time
                             * @example 2026-01-31T09:30:00.000Z
                             */
                            decided_at: string;
                            seconds: number | null;
                            reason: string;
                        }[];
                    };
                    /** @description Within 5 seconds of the opening of the review, or of the answer before. */
                    fast_decisions: {
                        /** @description How long the list is. */
                        total: number;
                        rows: {
                            review_id: string;
                            principal_name: string;
                            asset_name: string;
                            /** @enum {string} */
                            risk_level: "CRITICAL" | "HIGH" | "MEDIUM" | "LOW";
                            decision: string;
                            decided_by: string;
                            /**
                             * Format: date-time
                             * @example 2026-01-31T09:30:00.000Z
                             */
                            decided_at: string;
                            seconds: number | null;
                            reason: string;
                        }[];
                    };
                    /** @description Several grants confirmed by one person at one instant. */
                    bulk_confirmations: {
                        /** @description How long the list is. */
                        total: number;
                        rows: {
                            decided_by: string;
                            /**
                             * Format: date-time
                             * @example 2026-01-31T09:30:00.000Z
                             */
                            decided_at: string;
                            grants: number;
                            reviews: number;
                        }[];
                    };
                    /** @description Answers of people that say no reason. */
                    without_reason: number;
                };
                controls: {
                    framework: string;
                    control: string;
                    requirement: string;
                    evidence: string;
                    figure: string;
                    value: number | null;
                    /** @enum {string} */
                    unit: "count" | "percent" | "hours" | "days";
                    attention: boolean;
                }[];
                notes: string[];
            };
            completeness: components["schemas"]["ReportCompleteness"];
        };
        /**
         * @example {
         *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
         *       "platform": "postgres",
         *       "name": "Shop database",
         *       "settings": {
         *         "host": "db.corp.example",
         *         "port": 5432,
         *         "user": "lapse"
         *       },
         *       "secret_names": [
         *         "password"
         *       ],
         *       "mode": "dry_run",
         *       "enabled": true,
         *       "sync_every_seconds": 300,
         *       "health": "healthy",
         *       "health_message": "PostgreSQL 18.1 answers.",
         *       "error": null,
         *       "coverage": {
         *         "observes_use": true
         *       },
         *       "progress": {
         *         "phase": "done",
         *         "cursor": null,
         *         "started_at": "2026-01-31T09:30:00.000Z",
         *         "principals": 12,
         *         "assets": 40,
         *         "memberships": 9,
         *         "grants": 61,
         *         "inherited": 18,
         *         "skipped": 0,
         *         "removed": 0,
         *         "events": 120,
         *         "seconds_left": null
         *       },
         *       "last_sync_at": "2026-01-31T09:30:02.000Z",
         *       "last_use_read_at": "2026-01-31T09:30:02.000Z",
         *       "lag_seconds": 14,
         *       "next_sync_at": "2026-01-31T09:35:02.000Z",
         *       "is_syncing": false,
         *       "created_by": "admin@corp.example",
         *       "created_at": "2026-01-31T09:29:00.000Z"
         *     }
         */
        Connector: {
            id: string;
            platform: string;
            name: string;
            /** @description Without secrets. */
            settings: {
                [key: string]: unknown;
            };
            /** @description Secrets that are set. */
            secret_names: string[];
            /**
             * @description What happens to revoked access there; the more careful of this and the policy counts. A new connector is on dry_run until an admin turns it on.
             * @enum {string}
             */
            mode: "automatic" | "manual" | "dry_run";
            enabled: boolean;
            sync_every_seconds: number;
            /** @enum {string} */
            health: "unknown" | "healthy" | "degraded" | "failing";
            health_message: string | null;
            error: string | null;
            /** @description How much of the use is seen: what each source sees and does not see, and since when. */
            coverage: {
                [key: string]: unknown;
            } | null;
            /** @description Of the sync that is under way, or the last one. */
            progress: {
                /** @enum {string} */
                phase: "principals" | "assets" | "memberships" | "grants" | "inherited" | "vanished" | "use" | "done";
                cursor: string | null;
                /**
                 * Format: date-time
                 * @example 2026-01-31T09:30:00.000Z
                 */
                started_at: string;
                principals: number;
                assets: number;
                memberships: number;
                grants: number;
                inherited: number;
                /** @description Named by the platform but not understood. */
                skipped: number;
                /** @description Gone at the platform since the sync before. */
                removed: number;
                events: number;
                /** @description As the sync before took; null if it is not known, as of a first sync. */
                seconds_left: number | null;
            } | null;
            /**
             * Format: date-time
             * @description When a sync was last completed.
             * @example 2026-01-31T09:30:00.000Z
             */
            last_sync_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            last_use_read_at: string | null;
            /** @description Since use was last read. */
            lag_seconds: number | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            next_sync_at: string | null;
            is_syncing: boolean;
            created_by: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
        };
        /**
         * @example {
         *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
         *       "name": "Entra ID",
         *       "created_by": "admin@corp.example",
         *       "created_at": "2026-01-30T08:00:00.000Z",
         *       "rotated_at": null,
         *       "previous_expires_at": null,
         *       "last_used_at": "2026-01-31T09:30:00.000Z",
         *       "revoked_at": null,
         *       "revoked_by": null
         *     }
         */
        ScimToken: {
            id: string;
            /** @description Whom it is for. What it changes is told as "<name> (SCIM)". */
            name: string;
            created_by: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last got another secret.
             * @example 2026-01-31T09:30:00.000Z
             */
            rotated_at: string | null;
            /**
             * Format: date-time
             * @description Until then the secret before that may be used, too.
             * @example 2026-01-31T09:30:00.000Z
             */
            previous_expires_at: string | null;
            /**
             * Format: date-time
             * @description To the minute; null: never.
             * @example 2026-01-31T09:30:00.000Z
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @description Since then it is refused.
             * @example 2026-01-31T09:30:00.000Z
             */
            revoked_at: string | null;
            revoked_by: string | null;
        };
        /**
         * @example {
         *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
         *       "name": "Entra ID",
         *       "created_by": "admin@corp.example",
         *       "created_at": "2026-01-30T08:00:00.000Z",
         *       "rotated_at": null,
         *       "previous_expires_at": null,
         *       "last_used_at": null,
         *       "revoked_at": null,
         *       "revoked_by": null,
         *       "token": "lapse_scim_1_0198c0de7d1f7c1a9d7e0f1b2c3d4e5f_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo"
         *     }
         */
        ScimTokenWithSecret: {
            id: string;
            /** @description Whom it is for. What it changes is told as "<name> (SCIM)". */
            name: string;
            created_by: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last got another secret.
             * @example 2026-01-31T09:30:00.000Z
             */
            rotated_at: string | null;
            /**
             * Format: date-time
             * @description Until then the secret before that may be used, too.
             * @example 2026-01-31T09:30:00.000Z
             */
            previous_expires_at: string | null;
            /**
             * Format: date-time
             * @description To the minute; null: never.
             * @example 2026-01-31T09:30:00.000Z
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @description Since then it is refused.
             * @example 2026-01-31T09:30:00.000Z
             */
            revoked_at: string | null;
            revoked_by: string | null;
            /** @description What the identity provider sends as bearer token. Shown this once. */
            token: string;
        };
        /**
         * @example {
         *       "tripped": true,
         *       "breakers": [
         *         {
         *           "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e62",
         *           "scope": "asset",
         *           "asset_id": "asset-019",
         *           "tripped_at": "2026-01-31T09:30:00.000Z",
         *           "reason": "5 of 12 would be removed within 24 hours, more than 20 % of the grants of the asset."
         *         }
         *       ]
         *     }
         */
        BreakerState: {
            tripped: boolean;
            /** @description Those that are tripped. */
            breakers: {
                id: string;
                /** @enum {string} */
                scope: "tenant" | "asset";
                /** @description null: all remediations of the organisation are stopped. */
                asset_id: string | null;
                /**
                 * Format: date-time
                 * @example 2026-01-31T09:30:00.000Z
                 */
                tripped_at: string;
                reason: string;
            }[];
        };
        /**
         * @example {
         *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
         *       "review_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e60",
         *       "decision_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e61",
         *       "grant_id": "grant-041",
         *       "principal_id": "prin-004",
         *       "principal_name": "Jonas Weber",
         *       "asset_id": "asset-019",
         *       "asset_name": "migration_staging",
         *       "account": {
         *         "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e70",
         *         "name": "amara.okafor@corp.example",
         *         "platform": "synapse",
         *         "connector_name": "Lakehouse"
         *       },
         *       "action": "remove_group_membership",
         *       "target": "Migration Team",
         *       "platform": "synapse",
         *       "connector_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e63",
         *       "execution": "connector",
         *       "simulated": false,
         *       "status": "completed",
         *       "operation": "revoke",
         *       "mode": "automatic",
         *       "dry_run": false,
         *       "attempts": 1,
         *       "error": null,
         *       "reason": "Not used since the migration ended.",
         *       "requested_by": "reviewer@corp.example",
         *       "approved_by": null,
         *       "approved_at": null,
         *       "due_at": null,
         *       "created_at": "2026-01-31T09:30:00.000Z",
         *       "completed_at": "2026-01-31T09:30:01.000Z",
         *       "verified_at": "2026-01-31T09:30:01.000Z",
         *       "verified_by": "Warehouse",
         *       "reverted_at": null,
         *       "verification": "verified",
         *       "assigned_to_id": null,
         *       "assigned_to_name": null,
         *       "requested_at": null,
         *       "attested_by": null,
         *       "attested_at": null,
         *       "attestation": null,
         *       "observed": null,
         *       "observed_at": null,
         *       "observed_by": null,
         *       "contradicted_at": null,
         *       "contradiction_open": false
         *     }
         */
        Remediation: {
            id: string;
            review_id: string;
            decision_id: string;
            grant_id: string;
            principal_id: string;
            principal_name: string;
            asset_id: string;
            asset_name: string;
            /** @description The account of the principal that holds it; null for what no connector has brought. */
            account: {
                id: string;
                /** @description What it signs in with, or its name there. */
                name: string;
                platform: string;
                connector_name: string;
            } | null;
            /** @enum {string} */
            action: "remove_group_membership" | "revoke_grant" | "remove_role_assignment";
            /** @description What is removed, for people. */
            target: string;
            platform: string;
            /** @description null: nothing is connected; see execution. */
            connector_id: string | null;
            /**
             * @description Who carries it out: the connector, a person where nothing is connected, or nobody, because the platform of the demo is simulated.
             * @enum {string}
             */
            execution: "connector" | "person" | "simulated";
            /** @description Of the demo: no platform was changed, and nothing verified. */
            simulated: boolean;
            /** @enum {string} */
            status: "pending" | "running" | "requested" | "completed" | "failed" | "blocked" | "reverted";
            /**
             * @description restore: it is, or was, being reverted.
             * @enum {string}
             */
            operation: "revoke" | "restore";
            /**
             * @description null until it is planned.
             * @enum {string|null}
             */
            mode: "automatic" | "manual" | "dry_run" | null;
            /** @description It was only said what would be done. */
            dry_run: boolean;
            attempts: number;
            /** @description Why it is blocked, has failed or is tried again, and what to do. */
            error: string | null;
            reason: string;
            requested_by: string;
            approved_by: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            approved_at: string | null;
            /**
             * Format: date-time
             * @description When it is carried out or tried again. null while it waits for a person, and when it is over.
             * @example 2026-01-31T09:30:00.000Z
             */
            due_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            completed_at: string | null;
            /**
             * Format: date-time
             * @description When it was verified removed: the platform was read again, or an import or a sync showed it. null: not verified, whatever the status.
             * @example 2026-01-31T09:30:00.000Z
             */
            verified_at: string | null;
            /** @description What showed it: a connector, an import or a sync. */
            verified_by: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            reverted_at: string | null;
            /**
             * @description What a completed remediation rests on; null while nothing is claimed.
             * @enum {string|null}
             */
            verification: "verified" | "attested" | "simulated" | "not_verified" | null;
            /** @description Whose task it is; null: nobody was found. */
            assigned_to_id: string | null;
            assigned_to_name: string | null;
            /**
             * Format: date-time
             * @description Since when it is the task of a person.
             * @example 2026-01-31T09:30:00.000Z
             */
            requested_at: string | null;
            /** @description Who said that it is done. */
            attested_by: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            attested_at: string | null;
            /** @description How it was done, in their words. */
            attestation: string | null;
            /**
             * @description What the last import or sync since said about the access.
             * @enum {string|null}
             */
            observed: "gone" | "present" | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            observed_at: string | null;
            observed_by: string | null;
            /**
             * Format: date-time
             * @description When the access was first seen although its remediation was requested or claimed.
             * @example 2026-01-31T09:30:00.000Z
             */
            contradicted_at: string | null;
            /** @description That finding is not closed. */
            contradiction_open: boolean;
        };
        /**
         * @example {
         *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
         *       "review_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e60",
         *       "decision_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e61",
         *       "grant_id": "grant-041",
         *       "principal_id": "prin-004",
         *       "principal_name": "Jonas Weber",
         *       "asset_id": "asset-019",
         *       "asset_name": "migration_staging",
         *       "account": {
         *         "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e70",
         *         "name": "amara.okafor@corp.example",
         *         "platform": "synapse",
         *         "connector_name": "Lakehouse"
         *       },
         *       "action": "remove_group_membership",
         *       "target": "Migration Team",
         *       "platform": "synapse",
         *       "connector_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e63",
         *       "execution": "connector",
         *       "simulated": false,
         *       "status": "completed",
         *       "operation": "revoke",
         *       "mode": "automatic",
         *       "dry_run": false,
         *       "attempts": 1,
         *       "error": null,
         *       "reason": "Not used since the migration ended.",
         *       "requested_by": "reviewer@corp.example",
         *       "approved_by": null,
         *       "approved_at": null,
         *       "due_at": null,
         *       "created_at": "2026-01-31T09:30:00.000Z",
         *       "completed_at": "2026-01-31T09:30:01.000Z",
         *       "verified_at": "2026-01-31T09:30:01.000Z",
         *       "verified_by": "Warehouse",
         *       "reverted_at": null,
         *       "verification": "verified",
         *       "assigned_to_id": null,
         *       "assigned_to_name": null,
         *       "requested_at": null,
         *       "attested_by": null,
         *       "attested_at": null,
         *       "attestation": null,
         *       "observed": null,
         *       "observed_at": null,
         *       "observed_by": null,
         *       "contradicted_at": null,
         *       "contradiction_open": false,
         *       "plan": {
         *         "action": "remove_group_membership",
         *         "target": "Migration Team",
         *         "path": {
         *           "kind": "group",
         *           "permission": "ReadWrite",
         *           "description": "Held through prin-040, as ReadWrite.",
         *           "closable": true
         *         },
         *         "statements": [
         *           "remove prin-004 from prin-040"
         *         ],
         *         "warnings": [],
         *         "also_removes": {
         *           "total": 0,
         *           "in_use": 0,
         *           "items": []
         *         },
         *         "other_paths": [],
         *         "planned_at": "2026-01-31T09:30:00.000Z"
         *       },
         *       "guards": [
         *         {
         *           "guard": "grant_age",
         *           "passed": true,
         *           "message": "The grant is 410 days old.",
         *           "remedy": null
         *         }
         *       ],
         *       "remaining_paths": [],
         *       "undo": {
         *         "made_at": "2026-01-31T09:30:00.000Z",
         *         "statements": [
         *           "add prin-004 to prin-040"
         *         ]
         *       },
         *       "accept_other_losses": false,
         *       "steps": [
         *         {
         *           "attempt": 1,
         *           "step": "verify",
         *           "outcome": "revoked",
         *           "detail": "Migration Team was removed and is verified removed: Warehouse read it back.",
         *           "at": "2026-01-31T09:30:01.000Z"
         *         }
         *       ]
         *     }
         */
        RemediationDetail: {
            id: string;
            review_id: string;
            decision_id: string;
            grant_id: string;
            principal_id: string;
            principal_name: string;
            asset_id: string;
            asset_name: string;
            /** @description The account of the principal that holds it; null for what no connector has brought. */
            account: {
                id: string;
                /** @description What it signs in with, or its name there. */
                name: string;
                platform: string;
                connector_name: string;
            } | null;
            /** @enum {string} */
            action: "remove_group_membership" | "revoke_grant" | "remove_role_assignment";
            /** @description What is removed, for people. */
            target: string;
            platform: string;
            /** @description null: nothing is connected; see execution. */
            connector_id: string | null;
            /**
             * @description Who carries it out: the connector, a person where nothing is connected, or nobody, because the platform of the demo is simulated.
             * @enum {string}
             */
            execution: "connector" | "person" | "simulated";
            /** @description Of the demo: no platform was changed, and nothing verified. */
            simulated: boolean;
            /** @enum {string} */
            status: "pending" | "running" | "requested" | "completed" | "failed" | "blocked" | "reverted";
            /**
             * @description restore: it is, or was, being reverted.
             * @enum {string}
             */
            operation: "revoke" | "restore";
            /**
             * @description null until it is planned.
             * @enum {string|null}
             */
            mode: "automatic" | "manual" | "dry_run" | null;
            /** @description It was only said what would be done. */
            dry_run: boolean;
            attempts: number;
            /** @description Why it is blocked, has failed or is tried again, and what to do. */
            error: string | null;
            reason: string;
            requested_by: string;
            approved_by: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            approved_at: string | null;
            /**
             * Format: date-time
             * @description When it is carried out or tried again. null while it waits for a person, and when it is over.
             * @example 2026-01-31T09:30:00.000Z
             */
            due_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            completed_at: string | null;
            /**
             * Format: date-time
             * @description When it was verified removed: the platform was read again, or an import or a sync showed it. null: not verified, whatever the status.
             * @example 2026-01-31T09:30:00.000Z
             */
            verified_at: string | null;
            /** @description What showed it: a connector, an import or a sync. */
            verified_by: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            reverted_at: string | null;
            /**
             * @description What a completed remediation rests on; null while nothing is claimed.
             * @enum {string|null}
             */
            verification: "verified" | "attested" | "simulated" | "not_verified" | null;
            /** @description Whose task it is; null: nobody was found. */
            assigned_to_id: string | null;
            assigned_to_name: string | null;
            /**
             * Format: date-time
             * @description Since when it is the task of a person.
             * @example 2026-01-31T09:30:00.000Z
             */
            requested_at: string | null;
            /** @description Who said that it is done. */
            attested_by: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            attested_at: string | null;
            /** @description How it was done, in their words. */
            attestation: string | null;
            /**
             * @description What the last import or sync since said about the access.
             * @enum {string|null}
             */
            observed: "gone" | "present" | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            observed_at: string | null;
            observed_by: string | null;
            /**
             * Format: date-time
             * @description When the access was first seen although its remediation was requested or claimed.
             * @example 2026-01-31T09:30:00.000Z
             */
            contradicted_at: string | null;
            /** @description That finding is not closed. */
            contradiction_open: boolean;
            /** @description null until it is planned. */
            plan: {
                /** @enum {string} */
                action: "remove_group_membership" | "revoke_grant" | "remove_role_assignment";
                target: string;
                /** @description Whose edge it is, when not the connector of the asset: the group is filled from there. */
                elsewhere?: {
                    connector_id: string;
                    connector_name: string;
                    platform: string;
                } | null;
                path: {
                    kind: string;
                    permission: string | null;
                    description: string;
                    /** @description One remediation would close it for this principal alone. */
                    closable: boolean;
                } | null;
                /** @description Exactly what is sent to the platform, in order. */
                statements: string[];
                warnings: string[];
                also_removes: {
                    /** @description Other grants that are lost with this one. */
                    total: number;
                    /** @description Those of them that are still in use. */
                    in_use: number;
                    items: {
                        grant_id: string;
                        principal_id: string;
                        asset_id: string;
                        asset_name: string;
                        platform?: string;
                        permission: string;
                        in_use: boolean;
                    }[];
                };
                /** @description What gives the same access besides. */
                other_paths: {
                    kind: string;
                    permission: string | null;
                    description: string;
                    /** @description One remediation would close it for this principal alone. */
                    closable: boolean;
                }[];
                /**
                 * Format: date-time
                 * @example 2026-01-31T09:30:00.000Z
                 */
                planned_at: string;
            } | null;
            guards: {
                /** @enum {string} */
                guard: "protected_principal" | "protected_asset" | "last_admin" | "grant_age" | "telemetry" | "other_access" | "breaker";
                passed: boolean;
                message: string;
                /** @description What to do about it. */
                remedy: string | null;
            }[] | null;
            /** @description What still gave the access when the remediation was verified. */
            remaining_paths: {
                kind: string;
                permission: string | null;
                description: string;
                /** @description One remediation would close it for this principal alone. */
                closable: boolean;
            }[] | null;
            /** @description What a revert would send; recorded before anything is removed. */
            undo: {
                /**
                 * Format: date-time
                 * @example 2026-01-31T09:30:00.000Z
                 */
                made_at: string;
                statements: string[];
            } | null;
            accept_other_losses: boolean;
            steps: {
                attempt: number;
                step: string;
                outcome: string;
                detail: string | null;
                /**
                 * Format: date-time
                 * @example 2026-01-31T09:30:00.000Z
                 */
                at: string;
            }[];
        };
        /**
         * @example {
         *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
         *       "url": "https://hooks.corp.example/lapse",
         *       "event_types": [
         *         "review.created",
         *         "review.decided"
         *       ],
         *       "description": "Tickets for the security team",
         *       "enabled": true,
         *       "disabled_reason": null,
         *       "disabled_at": null,
         *       "previous_secret_expires_at": null,
         *       "health": {
         *         "breaker": "closed",
         *         "next_probe_at": null,
         *         "consecutive_failures": 0,
         *         "failing_since": null,
         *         "last_success_at": "2026-01-31T09:30:00.000Z",
         *         "last_failure_at": null,
         *         "last_error": null,
         *         "pending": 0,
         *         "dead": 0
         *       },
         *       "created_by": "admin@corp.example",
         *       "created_at": "2026-01-30T08:00:00.000Z"
         *     }
         */
        Webhook: {
            id: string;
            url: string;
            event_types: string[];
            description: string;
            /** @description One that is not gets no events; what waited before waits on. */
            enabled: boolean;
            disabled_reason: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            disabled_at: string | null;
            /**
             * Format: date-time
             * @description Until then the secret before the present one signs too.
             * @example 2026-01-31T09:30:00.000Z
             */
            previous_secret_expires_at: string | null;
            health: {
                /**
                 * @description Open after ten failures in a row: single deliveries are tried until one succeeds.
                 * @enum {string}
                 */
                breaker: "closed" | "open";
                /**
                 * Format: date-time
                 * @description While the breaker is open: when one is tried.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                next_probe_at: string | null;
                consecutive_failures: number;
                /**
                 * Format: date-time
                 * @description Nothing but failure since; after five days it is disabled.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                failing_since: string | null;
                /**
                 * Format: date-time
                 * @example 2026-01-31T09:30:00.000Z
                 */
                last_success_at: string | null;
                /**
                 * Format: date-time
                 * @example 2026-01-31T09:30:00.000Z
                 */
                last_failure_at: string | null;
                /** @description Of the last failure. */
                last_error: string | null;
                /** @description Deliveries that wait for their first or next attempt. */
                pending: number;
                /** @description Deliveries that were abandoned; redeliver sends them again. */
                dead: number;
            };
            created_by: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
        };
        /**
         * @example {
         *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
         *       "url": "https://hooks.corp.example/lapse",
         *       "event_types": [
         *         "review.created",
         *         "review.decided"
         *       ],
         *       "description": "Tickets for the security team",
         *       "enabled": true,
         *       "disabled_reason": null,
         *       "disabled_at": null,
         *       "previous_secret_expires_at": null,
         *       "health": {
         *         "breaker": "closed",
         *         "next_probe_at": null,
         *         "consecutive_failures": 0,
         *         "failing_since": null,
         *         "last_success_at": "2026-01-31T09:30:00.000Z",
         *         "last_failure_at": null,
         *         "last_error": null,
         *         "pending": 0,
         *         "dead": 0
         *       },
         *       "created_by": "admin@corp.example",
         *       "created_at": "2026-01-30T08:00:00.000Z",
         *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="
         *     }
         */
        WebhookWithSecret: {
            id: string;
            url: string;
            event_types: string[];
            description: string;
            /** @description One that is not gets no events; what waited before waits on. */
            enabled: boolean;
            disabled_reason: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            disabled_at: string | null;
            /**
             * Format: date-time
             * @description Until then the secret before the present one signs too.
             * @example 2026-01-31T09:30:00.000Z
             */
            previous_secret_expires_at: string | null;
            health: {
                /**
                 * @description Open after ten failures in a row: single deliveries are tried until one succeeds.
                 * @enum {string}
                 */
                breaker: "closed" | "open";
                /**
                 * Format: date-time
                 * @description While the breaker is open: when one is tried.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                next_probe_at: string | null;
                consecutive_failures: number;
                /**
                 * Format: date-time
                 * @description Nothing but failure since; after five days it is disabled.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                failing_since: string | null;
                /**
                 * Format: date-time
                 * @example 2026-01-31T09:30:00.000Z
                 */
                last_success_at: string | null;
                /**
                 * Format: date-time
                 * @example 2026-01-31T09:30:00.000Z
                 */
                last_failure_at: string | null;
                /** @description Of the last failure. */
                last_error: string | null;
                /** @description Deliveries that wait for their first or next attempt. */
                pending: number;
                /** @description Deliveries that were abandoned; redeliver sends them again. */
                dead: number;
            };
            created_by: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /** @description Signs what is sent. Shown this once; keep it where the receiver can read it. */
            secret: string;
        };
        /**
         * @example {
         *       "id": "0198c0df-1a2b-7c3d-8e4f-5a6b7c8d9e0f",
         *       "webhook_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
         *       "event_id": "evt_0198c0df-1a2b-7c3d-8e4f-5a6b7c8d9e0f",
         *       "type": "review.created",
         *       "status": "delivered",
         *       "attempts": [
         *         {
         *           "at": "2026-01-31T09:30:00.120Z",
         *           "status_code": 200,
         *           "latency_ms": 41.3,
         *           "error": null,
         *           "response": "ok"
         *         }
         *       ],
         *       "next_attempt_at": null,
         *       "created_at": "2026-01-31T09:30:00.000Z",
         *       "finished_at": "2026-01-31T09:30:00.170Z"
         *     }
         */
        WebhookDelivery: {
            id: string;
            webhook_id: string;
            /** @description The id of the event, which receivers know it by. */
            event_id: string;
            type: string;
            /** @enum {string} */
            status: "pending" | "delivered" | "dead" | "skipped";
            /** @description The latest, oldest first. */
            attempts: {
                /**
                 * Format: date-time
                 * @example 2026-01-31T09:30:00.000Z
                 */
                at: string;
                status_code: number | null;
                latency_ms: number;
                error: string | null;
                /** @description The first 4 KiB of the answer. */
                response: string | null;
            }[];
            /**
             * Format: date-time
             * @description null while it is being sent, and when it is delivered or dead.
             * @example 2026-01-31T09:30:00.000Z
             */
            next_attempt_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            finished_at: string | null;
        };
        /**
         * @example {
         *       "id": "0198c0df-1a2b-7c3d-8e4f-5a6b7c8d9e0f",
         *       "webhook_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
         *       "event_id": "evt_0198c0df-1a2b-7c3d-8e4f-5a6b7c8d9e0f",
         *       "type": "review.created",
         *       "status": "delivered",
         *       "attempts": [
         *         {
         *           "at": "2026-01-31T09:30:00.120Z",
         *           "status_code": 200,
         *           "latency_ms": 41.3,
         *           "error": null,
         *           "response": "ok"
         *         }
         *       ],
         *       "next_attempt_at": null,
         *       "created_at": "2026-01-31T09:30:00.000Z",
         *       "finished_at": "2026-01-31T09:30:00.170Z",
         *       "payload": "{\"id\":\"evt_0198c0df-1a2b-7c3d-8e4f-5a6b7c8d9e0f\",\"type\":\"review.created\",\"created_at\":\"2026-01-31T09:30:00.000Z\",\"data\":{}}"
         *     }
         */
        WebhookDeliveryDetail: {
            id: string;
            webhook_id: string;
            /** @description The id of the event, which receivers know it by. */
            event_id: string;
            type: string;
            /** @enum {string} */
            status: "pending" | "delivered" | "dead" | "skipped";
            /** @description The latest, oldest first. */
            attempts: {
                /**
                 * Format: date-time
                 * @example 2026-01-31T09:30:00.000Z
                 */
                at: string;
                status_code: number | null;
                latency_ms: number;
                error: string | null;
                /** @description The first 4 KiB of the answer. */
                response: string | null;
            }[];
            /**
             * Format: date-time
             * @description null while it is being sent, and when it is delivered or dead.
             * @example 2026-01-31T09:30:00.000Z
             */
            next_attempt_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            finished_at: string | null;
            /** @description The body, byte by byte as it is sent at every attempt. */
            payload: string;
        };
        /**
         * @example {
         *       "redelivered": 12
         *     }
         */
        Redelivered: {
            /** @description How many are sent again. */
            redelivered: number;
        };
        /**
         * @example {
         *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
         *       "kind": "email",
         *       "description": "Mail to reviewers",
         *       "occasions": [
         *         "assigned",
         *         "reminder",
         *         "escalated",
         *         "overdue"
         *       ],
         *       "settings": {
         *         "host": "smtp.corp.example",
         *         "port": 587,
         *         "security": "starttls",
         *         "username": "lapse",
         *         "from": "lapse@corp.example",
         *         "gather_seconds": 60,
         *         "decide_links": false
         *       },
         *       "interactions_path": null,
         *       "enabled": true,
         *       "disabled_reason": null,
         *       "disabled_at": null,
         *       "last_success_at": "2026-01-31T09:30:00.000Z",
         *       "last_failure_at": null,
         *       "last_error": null,
         *       "failing_since": null,
         *       "created_by": "admin@corp.example",
         *       "created_at": "2026-01-30T08:00:00.000Z"
         *     }
         */
        NotificationChannel: {
            id: string;
            /** @enum {string} */
            kind: "email" | "slack" | "teams";
            description: string;
            occasions: ("assigned" | "reminder" | "escalated" | "overdue" | "holder_answered" | "removal_requested" | "removal_blocked" | "alert")[];
            /** @description Without secrets. */
            settings: {
                host?: string;
                port?: number;
                /** @enum {string} */
                security?: "tls" | "starttls" | "none";
                username?: string | null;
                from?: string;
                /** @description Without the part that is the secret. */
                url?: string;
                gather_seconds: number;
                decide_links?: boolean;
                team_id?: string;
                api_url?: string;
            };
            /** @description Of an app of Slack: the path of its Request URL for interactivity, on the address of this service. */
            interactions_path: string | null;
            enabled: boolean;
            disabled_reason: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            disabled_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            last_success_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            last_failure_at: string | null;
            last_error: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            failing_since: string | null;
            created_by: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
        };
        /**
         * @example {
         *       "id": "0198c0df-1a2b-7c3d-8e4f-5a6b7c8d9e0f",
         *       "channel_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
         *       "type": "notification.reviews",
         *       "recipient": "prin-002",
         *       "status": "delivered",
         *       "attempts": [
         *         {
         *           "at": "2026-01-31T09:30:00.120Z",
         *           "status_code": 250,
         *           "latency_ms": 41.3,
         *           "error": null,
         *           "response": "250 2.0.0 Ok"
         *         }
         *       ],
         *       "next_attempt_at": null,
         *       "created_at": "2026-01-31T09:30:00.000Z",
         *       "finished_at": "2026-01-31T09:30:00.170Z"
         *     }
         */
        NotificationDelivery: {
            id: string;
            channel_id: string;
            /** @description notification.reviews (reviews and what came of them), notification.holder (a question to who holds the access), notification.message or notification.test. */
            type: string;
            /** @description Of e-mail: the id of the person, or the address; null when the channel is told. */
            recipient: string | null;
            /**
             * @description skipped: there was nobody or nothing to tell; the attempt says why.
             * @enum {string}
             */
            status: "pending" | "delivered" | "dead" | "skipped";
            /** @description The latest, oldest first. */
            attempts: {
                /**
                 * Format: date-time
                 * @example 2026-01-31T09:30:00.000Z
                 */
                at: string;
                status_code: number | null;
                latency_ms: number;
                error: string | null;
                /** @description The first 4 KiB of the answer. */
                response: string | null;
            }[];
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            next_attempt_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            finished_at: string | null;
        };
        /**
         * @example {
         *       "id": "ingestion_stopped:conn-001",
         *       "alert": "ingestion_stopped",
         *       "severity": "critical",
         *       "state": "firing",
         *       "value": 0,
         *       "threshold": 0,
         *       "for_seconds": 900,
         *       "over_seconds": null,
         *       "since": "2026-01-31T09:30:00.000Z",
         *       "observed_at": "2026-01-31T09:41:15.000Z",
         *       "labels": {
         *         "connector": "conn-001"
         *       },
         *       "summary": "A connector has brought no event for 15 minutes.",
         *       "subject": null,
         *       "link": null,
         *       "action": "Look at GET /v1/connectors/{id}.",
         *       "acknowledged": {
         *         "by": "ops@example.com",
         *         "at": "2026-01-31T09:35:00.000Z",
         *         "note": "The platform is being upgraded."
         *       },
         *       "silenced": null
         *     }
         */
        Alert: {
            /** @description The alert, and what it is about where there is one for each. */
            id: string;
            /** @enum {string} */
            alert: "decay_score_high" | "decay_score_critical" | "pending_reviews_high" | "ingestion_stopped" | "consumer_lag_high" | "score_computation_slow" | "review_past_sla" | "tenant_not_processed" | "audit_log_not_signed" | "removal_contradicted" | "removal_not_done";
            /** @enum {string} */
            severity: "warning" | "critical";
            /**
             * @description pending: the condition holds, but not for long enough yet. firing: it does. resolved: it no longer holds; shown for 24 hours. inactive: it does not hold; shown while the alert is silenced.
             * @enum {string}
             */
            state: "inactive" | "pending" | "firing" | "resolved";
            /** @description What was seen last; of ingestion_stopped the rate. Null: there is nothing to measure. */
            value: number | null;
            /** @description The value must be above it; of ingestion_stopped it must be it. */
            threshold: number;
            /** @description How long the condition must hold before it fires. */
            for_seconds: number;
            /** @description How far back the value looks; null: it is that of the moment. */
            over_seconds: number | null;
            /**
             * Format: date-time
             * @description Since when it is in this state; pending: since when the condition holds.
             * @example 2026-01-31T09:30:00.000Z
             */
            since: string;
            /**
             * Format: date-time
             * @description When a worker last looked; about every 15 seconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            observed_at: string;
            /** @description The connector, stage, work or remediation that it is about; empty: the tenant, or all findings without an alert of their own. */
            labels: {
                [key: string]: string;
            };
            summary: string;
            /** @description Who and what it is about, with names: of removal_contradicted and removal_not_done. Null: the summary says it all. */
            subject: string | null;
            /** @description The page of the dashboard that shows it; null: there is none. */
            link: string | null;
            /** @description What to do about it. */
            action: string;
            /** @description Who knows of it; ends when it stops firing. null: nobody has said so. */
            acknowledged: {
                by: string;
                /**
                 * Format: date-time
                 * @example 2026-01-31T09:30:00.000Z
                 */
                at: string;
                note: string | null;
            } | null;
            /** @description Webhooks and channels are not told that it fires; what still fires when it ends is told then. null: it is not silenced. */
            silenced: {
                by: string;
                /**
                 * Format: date-time
                 * @example 2026-01-31T09:30:00.000Z
                 */
                at: string;
                /**
                 * Format: date-time
                 * @description When it ends by itself.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                until: string;
                reason: string;
            } | null;
        };
        /**
         * @example {
         *       "as_of": "2026-01-31T09:30:00.000Z",
         *       "lag": [
         *         {
         *           "stage": "events",
         *           "items": 120,
         *           "is_at_least": false,
         *           "oldest_seconds": 1.4
         *         }
         *       ],
         *       "stages": [
         *         {
         *           "stage": "decay recalculation",
         *           "batches": 812,
         *           "mean_seconds": 0.02,
         *           "p99_seconds": 0.24
         *         }
         *       ],
         *       "recent": {
         *         "batches": 3,
         *         "p99_seconds": 0.31
         *       },
         *       "connectors": [
         *         {
         *           "connector": "api",
         *           "events": 48211,
         *           "is_healthy": null
         *         }
         *       ],
         *       "dead_letters": 0,
         *       "work_failures": [],
         *       "webhook_deliveries": {
         *         "waiting": 0,
         *         "dead": 0
         *       }
         *     }
         */
        PipelineState: {
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            as_of: string;
            lag: {
                /** @enum {string} */
                stage: "events" | "recalculations" | "peer_moves" | "crossings" | "review_timers" | "campaigns" | "remediations" | "syncs" | "audit" | "webhook_deliveries" | "reports";
                /** @description What waits to be worked on. */
                items: number;
                /** @description There are more than were counted. */
                is_at_least: boolean;
                /** @description How long the oldest waits. */
                oldest_seconds: number;
            }[];
            /** @description How long the stages of the pipeline have taken, since the beginning. */
            stages: {
                stage: string;
                batches: number;
                /** @description Of a batch. */
                mean_seconds: number | null;
                /** @description 99 of 100 batches took no longer. */
                p99_seconds: number | null;
            }[];
            /** @description Of the last ten minutes. */
            recent: {
                batches: number;
                /** @description Of all stages of a batch together; null: there was none. */
                p99_seconds: number | null;
            };
            connectors: {
                /** @description Its id, or the word api for events that were posted. */
                connector: string;
                /** @description Accepted since the beginning. */
                events: number;
                /** @description null: there is nothing to ask, of the API. */
                is_healthy: boolean | null;
            }[];
            /** @description Events that were set aside; 10,001 means or more. */
            dead_letters: number;
            /** @description Background work that has failed and has not succeeded since; tried again up to once a minute. */
            work_failures: {
                /** @enum {string} */
                work: "apply" | "sweep" | "maintain" | "stage_times" | "event_retention" | "dry_runs" | "overviews" | "likelihoods" | "priorities" | "removals" | "syncs" | "alerts" | "reports" | "report_removal" | "report_schedules" | "finished_runs" | "audit" | "checkpoints" | "deliveries" | "delivery_upkeep" | "figures" | "ingest_totals";
                /** @description In a row. */
                attempts: number;
                /**
                 * Format: date-time
                 * @example 2026-01-31T09:30:00.000Z
                 */
                first_failed_at: string;
                /**
                 * Format: date-time
                 * @example 2026-01-31T09:30:00.000Z
                 */
                last_failed_at: string;
                /** @description Of the last attempt. */
                error: string;
            }[];
            webhook_deliveries: {
                /** @description Due. */
                waiting: number;
                /** @description Abandoned. */
                dead: number;
            };
        };
        /**
         * @description The data of an event of the stream.
         * @example {
         *       "kinds": [
         *         "reviews",
         *         "overview"
         *       ],
         *       "at": "2026-01-31T09:30:00.000Z"
         *     }
         */
        ChangeData: {
            /** @description What to read again, if it is shown. */
            kinds: ("reviews" | "remediations" | "scores" | "grants" | "principals" | "assets" | "policy" | "connectors" | "rejections" | "webhooks" | "reports" | "campaigns" | "audit" | "alerts" | "overview")[];
            /**
             * Format: date-time
             * @description When it was told.
             * @example 2026-01-31T09:30:00.000Z
             */
            at: string;
        };
        /**
         * @example {
         *       "detail": "There is no principal with this id."
         *     }
         */
        Error: {
            detail: string;
        };
        /**
         * @example {
         *       "detail": [
         *         {
         *           "loc": [
         *             "query",
         *             "limit"
         *           ],
         *           "msg": "expected a number <= 100",
         *           "type": "out_of_range"
         *         }
         *       ]
         *     }
         */
        ValidationError: {
            detail: {
                /** @description Where: path, query, header or body, then the field. */
                loc: (string | number)[];
                msg: string;
                type: string;
            }[];
        };
        /**
         * @example {
         *       "detail": "The tenant has used its requests of this minute; try again in 12 s.",
         *       "retry_after": 12
         *     }
         */
        RateLimitError: {
            detail: string;
            /** @description Seconds. */
            retry_after: number;
        };
        /**
         * @description RFC 9457, for requests that accept application/problem+json.
         * @example {
         *       "type": "about:blank",
         *       "title": "Not found",
         *       "status": 404,
         *       "detail": "There is no principal with this id.",
         *       "code": "not_found",
         *       "instance": "urn:uuid:0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f"
         *     }
         */
        Problem: {
            type: string;
            title: string;
            status: number;
            detail: string;
            /** @description Stable and machine-readable. */
            code: string;
            instance?: string;
            errors?: Record<string, never>[];
            retry_after?: number;
        };
    };
    responses: {
        /** @description The request is not valid; every fault is listed. */
        Error400: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": [
                 *         {
                 *           "loc": [
                 *             "query",
                 *             "limit"
                 *           ],
                 *           "msg": "expected a number <= 100",
                 *           "type": "out_of_range"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ValidationError"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The token is missing or not valid. */
        Error401: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The request has no bearer token."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The token lacks the role. */
        Error403: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "This needs the role service.admin."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description It does not exist. */
        Error404: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "There is no principal with this id."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A conflict with what exists, or with the Idempotency-Key. */
        Error409: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "This Idempotency-Key was used for a request with another body or query; use a new key."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is too large. */
        Error413: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The body is larger than 1 MiB."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The content type is not taken here. */
        Error415: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "This path takes NDJSON: send Content-Type: application/x-ndjson."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The range begins after the end of the file. */
        Error416: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The file has 184213 bytes; the range begins after them."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The tenant has used its requests of this minute, or too many of its events wait to be applied. */
        Error429: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The tenant has used its requests of this minute; try again in 12 s.",
                 *       "retry_after": 12
                 *     }
                 */
                "application/json": components["schemas"]["RateLimitError"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description An unexpected failure. */
        Error500: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "An unexpected failure happened on our side; please report request 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The database or the identity provider cannot be reached at the moment. */
        Error503: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The database cannot be reached at the moment; try again shortly."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /**
         * @description Requests per minute in this category.
         * @example 300
         */
        "X-RateLimit-Limit": number;
        /**
         * @description Requests left in this window.
         * @example 299
         */
        "X-RateLimit-Remaining": number;
        /**
         * @description Unix seconds at which the window renews.
         * @example 1769851860
         */
        "X-RateLimit-Reset": number;
        /**
         * @description The same policy as a structured field.
         * @example "reads";q=300;w=60
         */
        "RateLimit-Policy": string;
        /**
         * @description The state of the window as a structured field.
         * @example "reads";r=299;t=60
         */
        RateLimit: string;
        /**
         * @description Names this request in the log.
         * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
         */
        "X-Request-Id": string;
        /**
         * @description What is wrong with the token.
         * @example Bearer error="invalid_token"
         */
        "WWW-Authenticate": string;
        /**
         * @description Seconds to wait.
         * @example 12
         */
        "Retry-After": number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "version": "0.1.0"
                     *     }
                     */
                    "application/json": {
                        status: string;
                        version: string;
                    };
                };
            };
            400: components["responses"]["Error400"];
            403: components["responses"]["Error403"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getLiveness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "version": "0.1.0"
                     *     }
                     */
                    "application/json": {
                        status: string;
                        version: string;
                    };
                };
            };
            400: components["responses"]["Error400"];
            403: components["responses"]["Error403"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "version": "0.1.0",
                     *       "tenants_not_processed": 0
                     *     }
                     */
                    "application/json": {
                        status: string;
                        version: string;
                        /** @description Organisations with background work that has failed more than twice in a row; null: not known. The others are served as ever. */
                        tenants_not_processed: number | null;
                    };
                };
            };
            400: components["responses"]["Error400"];
            403: components["responses"]["Error403"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listPrincipalAccounts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the principal.
                 * @example prin-001
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The accounts of a principal on all connected platforms. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e70",
                     *           "principal_id": "prin-001",
                     *           "principal_name": "Amara Okafor",
                     *           "own_principal_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e70",
                     *           "connector_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *           "connector_name": "Shop",
                     *           "platform": "postgres",
                     *           "name": "amara",
                     *           "external_key": "role/amara",
                     *           "type": "user",
                     *           "entra_object_id": null,
                     *           "disabled": false,
                     *           "gone_at": null,
                     *           "how": "sign_in_name",
                     *           "linked_at": "2026-01-12T08:00:00.000Z",
                     *           "linked_by": "system",
                     *           "settled": null,
                     *           "grants": 4,
                     *           "conflict": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        items: {
                            id: string;
                            /** @description Whose account it is. */
                            principal_id: string;
                            principal_name: string;
                            /** @description The principal that it is when it is linked to nobody. */
                            own_principal_id: string;
                            connector_id: string;
                            connector_name: string;
                            platform: string;
                            /** @description What it signs in with, or its name there. */
                            name: string;
                            /** @description What its platform calls it. */
                            external_key: string;
                            /** @enum {string} */
                            type: "user" | "service_account" | "group";
                            /** @description Its object id in Entra ID, where the platform says it. */
                            entra_object_id: string | null;
                            disabled: boolean;
                            /**
                             * Format: date-time
                             * @description Since when its platform no longer lists it.
                             * @example 2026-01-31T09:30:00.000Z
                             */
                            gone_at: string | null;
                            /**
                             * @description Why it is this principal: it is its own, or was linked by the object id, the name that it signs in with, the e-mail that an import states, or an admin.
                             * @enum {string}
                             */
                            how: "own" | "object_id" | "sign_in_name" | "email" | "admin";
                            /**
                             * Format: date-time
                             * @description Since when.
                             * @example 2026-01-31T09:30:00.000Z
                             */
                            linked_at: string;
                            /** @description Who linked it; `system` for a sync. */
                            linked_by: string;
                            /**
                             * @description What an admin has decided, which no sync changes.
                             * @enum {string|null}
                             */
                            settled: "linked" | "unlinked" | null;
                            /** @description Active grants that it holds. */
                            grants: number;
                            /** @description Why it was linked to nobody, where it may be somebody. */
                            conflict: {
                                /** @enum {string} */
                                kind: "several_candidates" | "shared_address" | "contradiction" | "disabled_look_alike";
                                candidates: {
                                    id: string;
                                    display_name: string;
                                }[];
                                /** @description The addresses that it shares with them. */
                                shared: string[];
                                /**
                                 * Format: date-time
                                 * @example 2026-01-31T09:30:00.000Z
                                 */
                                found_at: string;
                            } | null;
                        }[];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    accountsPrincipal: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat harmless for 24 hours: the first answer is given again, with Idempotency-Replayed: true. Another body under the same key is 409.
                 * @example 0b9f2f5e-6d1c-4b1e-9c55-2f6f0a1d7c11
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the principal.
                 * @example prin-001
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "account_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e70"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The account that is of this principal, with all of its access.
                     * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e70
                     */
                    account_id: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e70",
                     *       "principal_id": "prin-001",
                     *       "principal_name": "Amara Okafor",
                     *       "own_principal_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e70",
                     *       "connector_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "connector_name": "Shop",
                     *       "platform": "postgres",
                     *       "name": "amara",
                     *       "external_key": "role/amara",
                     *       "type": "user",
                     *       "entra_object_id": null,
                     *       "disabled": false,
                     *       "gone_at": null,
                     *       "how": "sign_in_name",
                     *       "linked_at": "2026-01-12T08:00:00.000Z",
                     *       "linked_by": "system",
                     *       "settled": null,
                     *       "grants": 4,
                     *       "conflict": null
                     *     }
                     */
                    "application/json": components["schemas"]["Account"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listAccountsConflicts: {
        parameters: {
            query?: {
                /**
                 * @description Items per page.
                 * @example 50
                 */
                limit?: number;
                /** @description The next_cursor of the previous page, with the same filters. Not together with offset. */
                cursor?: string;
                /**
                 * @description How many items to skip. Not together with cursor, which stays fast however deep.
                 * @example 0
                 */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accounts that may be of somebody, and were linked to nobody because what is known of them does not agree. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e70",
                     *           "principal_id": "prin-001",
                     *           "principal_name": "Amara Okafor",
                     *           "own_principal_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e70",
                     *           "connector_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *           "connector_name": "Shop",
                     *           "platform": "postgres",
                     *           "name": "amara",
                     *           "external_key": "role/amara",
                     *           "type": "user",
                     *           "entra_object_id": null,
                     *           "disabled": false,
                     *           "gone_at": null,
                     *           "how": "own",
                     *           "linked_at": "2026-01-12T08:00:00.000Z",
                     *           "linked_by": "system",
                     *           "settled": null,
                     *           "grants": 4,
                     *           "conflict": {
                     *             "kind": "shared_address",
                     *             "candidates": [
                     *               {
                     *                 "id": "prin-001",
                     *                 "display_name": "Amara Okafor"
                     *               }
                     *             ],
                     *             "shared": [
                     *               "amara.okafor@corp.example"
                     *             ],
                     *             "found_at": "2026-01-30T08:00:00.000Z"
                     *           }
                     *         }
                     *       ],
                     *       "next_cursor": null,
                     *       "total": 1,
                     *       "limit": 50,
                     *       "offset": 0
                     *     }
                     */
                    "application/json": {
                        /** @description Items of the page. */
                        items: components["schemas"]["Account"][];
                        /** @description Pass as cursor for the next page; null on the last. */
                        next_cursor: string | null;
                        /** @description How many items match the filters in all. */
                        total: number;
                        /** @description The page size that was used. */
                        limit: number;
                        /** @description How many items come before this page, when offset was used. */
                        offset: number;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deletePrincipalAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the principal.
                 * @example prin-001
                 */
                id: string;
                /**
                 * @description Id of the account.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e70
                 */
                account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e70",
                     *       "principal_id": "prin-001",
                     *       "principal_name": "Amara Okafor",
                     *       "own_principal_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e70",
                     *       "connector_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "connector_name": "Shop",
                     *       "platform": "postgres",
                     *       "name": "amara",
                     *       "external_key": "role/amara",
                     *       "type": "user",
                     *       "entra_object_id": null,
                     *       "disabled": false,
                     *       "gone_at": null,
                     *       "how": "sign_in_name",
                     *       "linked_at": "2026-01-12T08:00:00.000Z",
                     *       "linked_by": "system",
                     *       "settled": null,
                     *       "grants": 4,
                     *       "conflict": null
                     *     }
                     */
                    "application/json": components["schemas"]["Account"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getPrincipalContext: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the principal.
                 * @example prin-001
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What belongs to a principal besides its grants. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "manager": {
                     *         "id": "prin-004",
                     *         "display_name": "Jonas Weber"
                     *       },
                     *       "groups": [
                     *         {
                     *           "id": "group-001",
                     *           "display_name": "Analysts"
                     *         }
                     *       ],
                     *       "members": [],
                     *       "identities": [
                     *         {
                     *           "provider": "azure_ad",
                     *           "external_id": "7b1c0f7e"
                     *         }
                     *       ],
                     *       "anomalies": [
                     *         {
                     *           "id": "signal-001",
                     *           "kind": "new_network",
                     *           "reason": "First use from this network.",
                     *           "asset_id": "asset-001",
                     *           "asset_name": "customer_profiles",
                     *           "at": "2026-01-28T14:03:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description Who answers for it; null if unknown. */
                        manager: {
                            id: string;
                            display_name: string;
                        } | null;
                        /** @description Groups it is a member of, at most 100. */
                        groups: {
                            id: string;
                            display_name: string;
                        }[];
                        /** @description Members, if it is a group, at most 100. */
                        members: {
                            id: string;
                            display_name: string;
                        }[];
                        /** @description What it is called elsewhere. */
                        identities: {
                            provider: string;
                            external_id: string;
                        }[];
                        /** @description Anomalies it did, latest first, at most 20. */
                        anomalies: {
                            id: string;
                            kind: string;
                            reason: string;
                            asset_id: string;
                            asset_name: string | null;
                            /**
                             * Format: date-time
                             * @example 2026-01-31T09:30:00.000Z
                             */
                            at: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listPrincipals: {
        parameters: {
            query?: {
                /**
                 * @description Items per page.
                 * @example 50
                 */
                limit?: number;
                /** @description The next_cursor of the previous page, with the same filters. Not together with offset. */
                cursor?: string;
                /**
                 * @description How many items to skip. Not together with cursor, which stays fast however deep.
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description Only the principal with this e-mail, in any case.
                 * @example amara.okafor@corp.example
                 */
                email?: string;
                /**
                 * @description Only this type.
                 * @example user
                 */
                type?: "user" | "service_account" | "group";
                /**
                 * @description Only this department.
                 * @example Finance
                 */
                department?: string;
                /**
                 * @description Every word must begin a word of the name or e-mail.
                 * @example amara fin
                 */
                q?: string;
                /**
                 * @description id by default. score lists principals that have a grant.
                 * @example score
                 */
                sort?: "id" | "name" | "score";
                /**
                 * @description asc by default, for scores desc: stalest first.
                 * @example asc
                 */
                order?: "asc" | "desc";
                /**
                 * @description With the score and the number of grants of each.
                 * @example scores
                 */
                include?: "scores";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of principals, ordered by id unless asked otherwise. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "prin-001",
                     *           "display_name": "Amara Okafor",
                     *           "email": "amara.okafor@corp.example",
                     *           "type": "user",
                     *           "source": "azure_ad",
                     *           "created_at": "2024-03-01T08:00:00.000Z",
                     *           "department": "Finance",
                     *           "department_since": null,
                     *           "platform": "fabric",
                     *           "manager_id": "prin-004",
                     *           "mfa_enabled": true,
                     *           "last_login_at": "2026-01-30T17:12:00.000Z",
                     *           "disabled": false,
                     *           "protected": false,
                     *           "purpose": null,
                     *           "inventory_since": null,
                     *           "linked_to": null
                     *         }
                     *       ],
                     *       "next_cursor": null,
                     *       "total": 1,
                     *       "limit": 50,
                     *       "offset": 0
                     *     }
                     */
                    "application/json": {
                        /** @description Items of the page. */
                        items: components["schemas"]["Principal"][];
                        /** @description Pass as cursor for the next page; null on the last. */
                        next_cursor: string | null;
                        /** @description How many items match the filters in all. */
                        total: number;
                        /** @description The page size that was used. */
                        limit: number;
                        /** @description How many items come before this page, when offset was used. */
                        offset: number;
                        /** @description false when more than total match: 10,000 are counted at most. */
                        total_is_exact?: boolean;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getPrincipal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the principal.
                 * @example prin-001
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "prin-001",
                     *       "display_name": "Amara Okafor",
                     *       "email": "amara.okafor@corp.example",
                     *       "type": "user",
                     *       "source": "azure_ad",
                     *       "created_at": "2024-03-01T08:00:00.000Z",
                     *       "department": "Finance",
                     *       "department_since": null,
                     *       "platform": "fabric",
                     *       "manager_id": "prin-004",
                     *       "mfa_enabled": true,
                     *       "last_login_at": "2026-01-30T17:12:00.000Z",
                     *       "disabled": false,
                     *       "protected": false,
                     *       "purpose": null,
                     *       "inventory_since": null,
                     *       "linked_to": null
                     *     }
                     */
                    "application/json": components["schemas"]["Principal"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listAssets: {
        parameters: {
            query?: {
                /**
                 * @description Items per page.
                 * @example 50
                 */
                limit?: number;
                /** @description The next_cursor of the previous page, with the same filters. Not together with offset. */
                cursor?: string;
                /**
                 * @description How many items to skip. Not together with cursor, which stays fast however deep.
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description Only this platform.
                 * @example databricks
                 */
                platform?: string;
                /**
                 * @description Only this type.
                 * @example table
                 */
                type?: "database" | "table" | "workspace";
                /**
                 * @description Only this classification.
                 * @example pii
                 */
                classification?: "public" | "internal" | "confidential" | "pii";
                /**
                 * @description Every word must begin a word of the name or a tag.
                 * @example customer
                 */
                q?: string;
                /**
                 * @description id by default.
                 * @example name
                 */
                sort?: "id" | "name";
                /**
                 * @description asc by default, for scores desc: stalest first.
                 * @example asc
                 */
                order?: "asc" | "desc";
                /**
                 * @description With the name of the owner, the number of grants, and of stale ones.
                 * @example scores
                 */
                include?: "scores";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of assets, ordered by id unless asked otherwise. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "asset-001",
                     *           "name": "customer_profiles",
                     *           "type": "table",
                     *           "platform": "databricks",
                     *           "classification": "pii",
                     *           "owner_id": "prin-002",
                     *           "contains_pii": true,
                     *           "protected": false,
                     *           "tags": [
                     *             "crm"
                     *           ],
                     *           "created_at": "2024-03-01T08:00:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": null,
                     *       "total": 1,
                     *       "limit": 50,
                     *       "offset": 0
                     *     }
                     */
                    "application/json": {
                        /** @description Items of the page. */
                        items: components["schemas"]["Asset"][];
                        /** @description Pass as cursor for the next page; null on the last. */
                        next_cursor: string | null;
                        /** @description How many items match the filters in all. */
                        total: number;
                        /** @description The page size that was used. */
                        limit: number;
                        /** @description How many items come before this page, when offset was used. */
                        offset: number;
                        /** @description false when more than total match: 10,000 are counted at most. */
                        total_is_exact?: boolean;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getAsset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the asset.
                 * @example asset-001
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "asset-001",
                     *       "name": "customer_profiles",
                     *       "type": "table",
                     *       "platform": "databricks",
                     *       "classification": "pii",
                     *       "owner_id": "prin-002",
                     *       "contains_pii": true,
                     *       "protected": false,
                     *       "tags": [
                     *         "crm"
                     *       ],
                     *       "created_at": "2024-03-01T08:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Asset"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listGrants: {
        parameters: {
            query?: {
                /**
                 * @description Items per page.
                 * @example 50
                 */
                limit?: number;
                /** @description The next_cursor of the previous page, with the same filters. Not together with offset. */
                cursor?: string;
                /**
                 * @description How many items to skip. Not together with cursor, which stays fast however deep.
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description Only grants of this principal.
                 * @example prin-001
                 */
                principal_id?: string;
                /**
                 * @description Only grants on this asset.
                 * @example asset-001
                 */
                asset_id?: string;
                /**
                 * @description Only this status.
                 * @example active
                 */
                status?: "active" | "revoking" | "revoked";
                /**
                 * @description Only grants on assets of this platform.
                 * @example databricks
                 */
                platform?: string;
                /**
                 * @description Only grants on assets that this connector reads.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
                 */
                connector_id?: string;
                /**
                 * @description Only grants of principals of this department.
                 * @example Finance
                 */
                department?: string;
                /**
                 * @description Every word must begin a word of the name or e-mail of the principal, or else of the name or a tag of the asset.
                 * @example customer
                 */
                q?: string;
                /**
                 * @description Only grants with a score of this level, also while they are being removed; ordered by score.
                 * @example critical
                 */
                risk_level?: "low" | "medium" | "high" | "critical";
                /**
                 * @description unanswered: only stale access whose last review expired without an answer and that has no open review; ordered by score.
                 * @example unanswered
                 */
                last_review?: "unanswered";
                /**
                 * @description id by default. score lists what is there, also while it is being removed. last_used needs principal_id or asset_id.
                 * @example last_used
                 */
                sort?: "id" | "score" | "last_used";
                /**
                 * @description asc by default, for scores desc: stalest first.
                 * @example asc
                 */
                order?: "asc" | "desc";
                /**
                 * @description With the score of each grant and more about both of its ends.
                 * @example scores
                 */
                include?: "scores";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of grants, ordered by id unless asked otherwise. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "grant-001",
                     *           "principal_id": "prin-001",
                     *           "principal_name": "Amara Okafor",
                     *           "asset_id": "asset-001",
                     *           "asset_name": "customer_profiles",
                     *           "platform": "databricks",
                     *           "permission": "ReadWrite",
                     *           "status": "active",
                     *           "via_group_id": null,
                     *           "purpose": null,
                     *           "granted_at": "2024-05-02T10:00:00.000Z",
                     *           "last_used_at": "2026-01-28T14:03:00.000Z",
                     *           "account": {
                     *             "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e70",
                     *             "name": "amara.okafor@corp.example",
                     *             "platform": "databricks",
                     *             "connector_name": "Lakehouse"
                     *           }
                     *         }
                     *       ],
                     *       "next_cursor": null,
                     *       "total": 1,
                     *       "limit": 50,
                     *       "offset": 0
                     *     }
                     */
                    "application/json": {
                        /** @description Items of the page. */
                        items: components["schemas"]["Grant"][];
                        /** @description Pass as cursor for the next page; null on the last. */
                        next_cursor: string | null;
                        /** @description How many items match the filters in all. */
                        total: number;
                        /** @description The page size that was used. */
                        limit: number;
                        /** @description How many items come before this page, when offset was used. */
                        offset: number;
                        /** @description false when more than total match: 10,000 are counted at most. */
                        total_is_exact?: boolean;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getGrant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the grant.
                 * @example grant-001
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "grant-001",
                     *       "principal_id": "prin-001",
                     *       "principal_name": "Amara Okafor",
                     *       "asset_id": "asset-001",
                     *       "asset_name": "customer_profiles",
                     *       "platform": "databricks",
                     *       "permission": "ReadWrite",
                     *       "status": "active",
                     *       "via_group_id": null,
                     *       "purpose": null,
                     *       "granted_at": "2024-05-02T10:00:00.000Z",
                     *       "last_used_at": "2026-01-28T14:03:00.000Z",
                     *       "account": {
                     *         "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e70",
                     *         "name": "amara.okafor@corp.example",
                     *         "platform": "databricks",
                     *         "connector_name": "Lakehouse"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Grant"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listDirectoryFacets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Values in use, in their order. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "principal_types": [
                     *         {
                     *           "value": "user",
                     *           "count": 12
                     *         }
                     *       ],
                     *       "departments": [
                     *         {
                     *           "value": "Finance",
                     *           "count": 12
                     *         }
                     *       ],
                     *       "platforms": [
                     *         {
                     *           "value": "databricks",
                     *           "count": 12
                     *         }
                     *       ],
                     *       "asset_types": [
                     *         {
                     *           "value": "table",
                     *           "count": 12
                     *         }
                     *       ],
                     *       "classifications": [
                     *         {
                     *           "value": "pii",
                     *           "count": 12
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description Types of principals. */
                        principal_types: {
                            value: string;
                            count: number;
                        }[];
                        /** @description Departments of principals, at most 500. */
                        departments: {
                            value: string;
                            count: number;
                        }[];
                        /** @description Platforms of assets, at most 500. */
                        platforms: {
                            value: string;
                            count: number;
                        }[];
                        /** @description Types of assets. */
                        asset_types: {
                            value: string;
                            count: number;
                        }[];
                        /** @description Classifications of assets. */
                        classifications: {
                            value: string;
                            count: number;
                        }[];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    importDirectory: {
        parameters: {
            query?: {
                /**
                 * @description The body names all there is of these kinds (true: of all four), separated by commas: what is there and not named is gone. Only when the whole body has arrived and every line was accepted, all or nothing; what a connector reads is left alone. With less than half of a kind named it is refused with 409, and nothing is removed.
                 * @example grants,memberships
                 */
                full?: string;
                /**
                 * @description Of a full import of grants or assets: it is about this platform only.
                 * @example fabric
                 */
                platform?: string;
                /**
                 * @description Believe a full import that names less than half of what is there.
                 * @example true
                 */
                force?: boolean;
                /**
                 * @description Of CSV: which column says what, as field=column separated by commas. Left out: chosen by the names of the columns. POST /v1/csv/preview lists the fields.
                 * @example principal=Email,asset=Table,permission=Right
                 */
                map?: string;
                /**
                 * @description Of CSV: what holds for every row, as field=value separated by commas.
                 * @example platform=warehouse
                 */
                set?: string;
                /**
                 * @description Of CSV: between cells. Left out: found in the first line.
                 * @example semicolon
                 */
                separator?: "comma" | "semicolon" | "tab" | "pipe";
                /**
                 * @description Of CSV: how its dates are written, with or without a time after them; iso when left out. Never guessed.
                 * @example DD/MM/YYYY
                 */
                date_format?: "iso" | "DD/MM/YYYY" | "MM/DD/YYYY" | "DD.MM.YYYY" | "DD-MM-YYYY" | "MM-DD-YYYY" | "YYYY/MM/DD" | "unix" | "unix_ms";
                /**
                 * @description Of CSV: of times that name none; UTC when left out.
                 * @example Europe/Berlin
                 */
                time_zone?: string;
            };
            header?: {
                /**
                 * @description Makes a repeat harmless for 24 hours: the first answer is given again, with Idempotency-Replayed: true. Another body under the same key is 409.
                 * @example 0b9f2f5e-6d1c-4b1e-9c55-2f6f0a1d7c11
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description One JSON object per line, or CSV in UTF-8 with a line of column names. */
        requestBody: {
            content: {
                /**
                 * @example {"kind":"principal","id":"prin-001","display_name":"Amara Okafor","type":"user"}
                 *     {"kind":"asset","id":"asset-001","name":"customer_profiles","type":"table","platform":"databricks"}
                 *     {"kind":"grant","id":"grant-001","principal_id":"prin-001","asset_id":"asset-001","permission":"ReadWrite"}
                 *     {"kind":"grant","id":"grant-002","removed":true}
                 */
                "application/x-ndjson": {
                    /** @constant */
                    kind: "principal";
                    id: string;
                    display_name: string;
                    /** @enum {string} */
                    type: "user" | "service_account" | "group";
                    email?: string | null;
                    source?: string | null;
                    department?: string | null;
                    platform?: string | null;
                    manager_id?: string | null;
                    mfa_enabled?: boolean | null;
                    /**
                     * Format: date-time
                     * @description ISO 8601 with its zone. At most 24 hours ahead, not before 1970.
                     */
                    last_login_at?: string | null;
                    disabled?: boolean | null;
                    protected?: boolean | null;
                    /** @enum {string|null} */
                    purpose?: "standby" | "break_glass" | "none" | null;
                    /**
                     * Format: date-time
                     * @description ISO 8601 with its zone. At most 24 hours ahead, not before 1970.
                     */
                    created_at?: string | null;
                } | {
                    /** @constant */
                    kind: "membership";
                    group_id: string;
                    member_id: string;
                } | {
                    /** @constant */
                    kind: "identity";
                    principal_id: string;
                    provider: string;
                    external_id: string;
                } | {
                    /** @constant */
                    kind: "asset";
                    id: string;
                    name: string;
                    /** @enum {string} */
                    type: "database" | "table" | "workspace";
                    platform: string;
                    /** @enum {string|null} */
                    classification?: "public" | "internal" | "confidential" | "pii" | null;
                    owner_id?: string | null;
                    contains_pii?: boolean | null;
                    protected?: boolean | null;
                    tags?: string[] | null;
                    /**
                     * Format: date-time
                     * @description ISO 8601 with its zone. At most 24 hours ahead, not before 1970.
                     */
                    created_at?: string | null;
                } | {
                    /** @constant */
                    kind: "grant";
                    id: string;
                    principal_id: string;
                    asset_id: string;
                    permission: string;
                    via_group_id?: string | null;
                    /** @enum {string|null} */
                    status?: "active" | "revoking" | "revoked" | null;
                    /** @enum {string|null} */
                    purpose?: "standby" | "break_glass" | "none" | null;
                    /**
                     * Format: date-time
                     * @description ISO 8601 with its zone. At most 24 hours ahead, not before 1970.
                     */
                    granted_at?: string | null;
                    /**
                     * Format: date-time
                     * @description ISO 8601 with its zone. At most 24 hours ahead, not before 1970.
                     */
                    last_used_at?: string | null;
                } | {
                    /** @constant */
                    kind: "principal";
                    /**
                     * @description It is gone, and the access that goes with it.
                     * @constant
                     */
                    removed: true;
                    id: string;
                } | {
                    /** @constant */
                    kind: "membership";
                    /**
                     * @description It is gone, and the access that goes with it.
                     * @constant
                     */
                    removed: true;
                    group_id: string;
                    member_id: string;
                } | {
                    /** @constant */
                    kind: "identity";
                    /**
                     * @description It is gone, and the access that goes with it.
                     * @constant
                     */
                    removed: true;
                    provider: string;
                    external_id: string;
                } | {
                    /** @constant */
                    kind: "asset";
                    /**
                     * @description It is gone, and the access that goes with it.
                     * @constant
                     */
                    removed: true;
                    id: string;
                } | {
                    /** @constant */
                    kind: "grant";
                    /**
                     * @description It is gone, and the access that goes with it.
                     * @constant
                     */
                    removed: true;
                    id: string;
                };
                /**
                 * @example Email,Table,System,Right
                 *     amara@corp.example,customer_profiles,databricks,read
                 */
                "text/csv": string;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "lines": 3,
                     *       "imported": 2,
                     *       "rejected": 1,
                     *       "counts": {
                     *         "principal": 1,
                     *         "membership": 0,
                     *         "identity": 0,
                     *         "asset": 1,
                     *         "grant": 0
                     *       },
                     *       "removed": {
                     *         "principal": 0,
                     *         "membership": 0,
                     *         "identity": 0,
                     *         "asset": 0,
                     *         "grant": 0
                     *       },
                     *       "full": null,
                     *       "rejections": [
                     *         {
                     *           "line": 3,
                     *           "reason": "asset_id: there is no asset \"asset-9\""
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description Lines read, empty ones not counted; of CSV, rows. */
                        lines: number;
                        /** @description Lines stored. */
                        imported: number;
                        /** @description Lines not stored. */
                        rejected: number;
                        /** @description Lines stored that say what is there. A row of CSV says a grant, and principals and assets that were not known. */
                        counts: {
                            principal: number;
                            membership: number;
                            identity: number;
                            asset: number;
                            grant: number;
                        };
                        /** @description What is gone that was there: said by lines with removed, what went with it (the access of a person, of a group, on an asset), and what a full import did not name. */
                        removed: {
                            principal: number;
                            membership: number;
                            identity: number;
                            asset: number;
                            grant: number;
                        };
                        /** @description Of a full import: whether what it did not name was removed, and if not, why. */
                        full: {
                            applied: boolean;
                            reason: string | null;
                        } | null;
                        /** @description The first 1,000 rejected lines. */
                        rejections: {
                            /** @description Counted from 1. */
                            line: number;
                            /** @description Which field, and what was expected. */
                            reason: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createCsvPreview: {
        parameters: {
            query: {
                /**
                 * @description What its rows are.
                 * @example grants
                 */
                of: "grants" | "events";
                /**
                 * @description Of CSV: which column says what, as field=column separated by commas. Left out: chosen by the names of the columns. POST /v1/csv/preview lists the fields.
                 * @example principal=Email,asset=Table,permission=Right
                 */
                map?: string;
                /**
                 * @description Of CSV: what holds for every row, as field=value separated by commas.
                 * @example platform=warehouse
                 */
                set?: string;
                /**
                 * @description Of CSV: between cells. Left out: found in the first line.
                 * @example semicolon
                 */
                separator?: "comma" | "semicolon" | "tab" | "pipe";
                /**
                 * @description Of CSV: how its dates are written, with or without a time after them; iso when left out. Never guessed.
                 * @example DD/MM/YYYY
                 */
                date_format?: "iso" | "DD/MM/YYYY" | "MM/DD/YYYY" | "DD.MM.YYYY" | "DD-MM-YYYY" | "MM-DD-YYYY" | "YYYY/MM/DD" | "unix" | "unix_ms";
                /**
                 * @description Of CSV: of times that name none; UTC when left out.
                 * @example Europe/Berlin
                 */
                time_zone?: string;
            };
            header?: {
                /**
                 * @description Makes a repeat harmless for 24 hours: the first answer is given again, with Idempotency-Replayed: true. Another body under the same key is 409.
                 * @example 0b9f2f5e-6d1c-4b1e-9c55-2f6f0a1d7c11
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description CSV in UTF-8 with a line of column names. */
        requestBody: {
            content: {
                /**
                 * @example Email,Table,Right,Comment
                 *     amara@corp.example,customer_profiles,read,for the audit
                 */
                "text/csv": string;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "separator": "comma",
                     *       "columns": [
                     *         "Email",
                     *         "Table",
                     *         "Right",
                     *         "Comment"
                     *       ],
                     *       "map": {
                     *         "principal": "Email",
                     *         "asset": "Table",
                     *         "permission": "Right"
                     *       },
                     *       "set": {
                     *         "platform": "warehouse"
                     *       },
                     *       "unread": [
                     *         "Comment"
                     *       ],
                     *       "faults": [],
                     *       "fields": [
                     *         {
                     *           "name": "permission",
                     *           "required": true,
                     *           "description": "What it allows, such as read."
                     *         }
                     *       ],
                     *       "rows": [
                     *         {
                     *           "line": 2,
                     *           "values": {
                     *             "principal": "amara@corp.example",
                     *             "asset": "customer_profiles",
                     *             "permission": "read",
                     *             "platform": "warehouse"
                     *           },
                     *           "reason": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        separator: "comma" | "semicolon" | "tab" | "pipe";
                        /** @description As the first line names them. */
                        columns: string[];
                        /** @description Column by field: as asked, or else chosen by the names of the columns. */
                        map: {
                            [key: string]: string;
                        };
                        /** @description What holds for every row, by field. */
                        set: {
                            [key: string]: string;
                        };
                        /** @description Columns that say nothing to Lapse. */
                        unread: string[];
                        /** @description Why the file could not be imported like this. */
                        faults: string[];
                        /** @description What columns may say. */
                        fields: {
                            name: string;
                            required: boolean;
                            description: string;
                        }[];
                        /** @description The first 20 rows. */
                        rows: {
                            /** @description On which it begins, counted from 1. */
                            line: number;
                            /** @description What it says by field, as it would be read; null: it would be refused. */
                            values: {
                                [key: string]: unknown;
                            } | null;
                            /** @description Which column, and what was expected; null: it can be read. */
                            reason: string | null;
                        }[];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listScores: {
        parameters: {
            query?: {
                /**
                 * @description Items per page.
                 * @example 50
                 */
                limit?: number;
                /** @description The next_cursor of the previous page, with the same filters. Not together with offset. */
                cursor?: string;
                /**
                 * @description How many items to skip. Not together with cursor, which stays fast however deep.
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description Pair form: only grants of this principal.
                 * @example prin-001
                 */
                principal_id?: string;
                /**
                 * @description Pair form: only grants on this asset.
                 * @example asset-001
                 */
                asset_id?: string;
                /**
                 * @description Pair form: only scores of at least this.
                 * @example 80
                 */
                min_score?: number;
                /**
                 * @description Principal form: only scores under this.
                 * @example 50
                 */
                below?: number;
                /**
                 * @description score (pair form, with order), score_asc or score_desc (principal form).
                 * @example score
                 */
                sort?: "score" | "score_asc" | "score_desc";
                /**
                 * @description desc, stalest first, by default.
                 * @example desc
                 */
                order?: "asc" | "desc";
                /**
                 * @description Evaluate at this instant, past or future, instead of now.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                as_of?: string;
                /**
                 * @description One item per principal and asset, or per principal, whatever the other parameters suggest.
                 * @example pair
                 */
                form?: "pair" | "principal";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of scores, stalest first unless asked otherwise. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "principal_id": "prin-001",
                     *           "asset_id": "asset-001",
                     *           "score": 83.8269,
                     *           "last_used": "2025-11-28T14:03:00.000Z",
                     *           "grant_type": "read_write",
                     *           "risk_level": "critical",
                     *           "grant_id": "grant-001",
                     *           "display_name": "Amara Okafor",
                     *           "asset_name": "customer_profiles",
                     *           "likelihood": {
                     *             "share": 0.8285,
                     *             "cases": 412,
                     *             "no_longer_needed": 342
                     *           },
                     *           "overall_score": 83.8269,
                     *           "calculated_at": "2026-01-31T09:30:00.000Z",
                     *           "lapses_at": "2026-01-07T14:03:00.000Z",
                     *           "half_life_days": 10,
                     *           "model_version": 1,
                     *           "crosses_at": [
                     *             {
                     *               "threshold": 20,
                     *               "crosses_at": "2025-12-18T14:03:00.000Z",
                     *               "crossed": true
                     *             },
                     *             {
                     *               "threshold": 50,
                     *               "crosses_at": "2026-01-07T14:03:00.000Z",
                     *               "crossed": true
                     *             },
                     *             {
                     *               "threshold": 80,
                     *               "crosses_at": "2026-01-27T14:03:00.000Z",
                     *               "crossed": true
                     *             }
                     *           ],
                     *           "unanswered": null
                     *         }
                     *       ],
                     *       "next_cursor": null,
                     *       "total": 1,
                     *       "limit": 50,
                     *       "offset": 0
                     *     }
                     */
                    "application/json": {
                        /** @description Items of the page. */
                        items: components["schemas"]["ScoreItem"][];
                        /** @description Pass as cursor for the next page; null on the last. */
                        next_cursor: string | null;
                        /** @description How many items match the filters in all. */
                        total: number;
                        /** @description The page size that was used. */
                        limit: number;
                        /** @description How many items come before this page, when offset was used. */
                        offset: number;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listScoreHistory: {
        parameters: {
            query?: {
                /**
                 * @description Items per page.
                 * @example 50
                 */
                limit?: number;
                /** @description The next_cursor of the previous page, with the same filters. Not together with offset. */
                cursor?: string;
                /**
                 * @description How many items to skip. Not together with cursor, which stays fast however deep.
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description Only grants of this principal. This or asset_id is required.
                 * @example prin-001
                 */
                principal_id?: string;
                /**
                 * @description Only grants on this asset.
                 * @example asset-001
                 */
                asset_id?: string;
                /**
                 * @description Only changes since then.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                from?: string;
                /**
                 * @description Only changes until then.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                to?: string;
                /**
                 * @description Also return the curve with this many points, of the 90 days before to unless from is given.
                 * @example 50
                 */
                points?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of changes of scores, newest first. Between two changes a score grows with time alone. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "grant_id": "grant-001",
                     *           "principal_id": "prin-001",
                     *           "asset_id": "asset-001",
                     *           "score": 3.0303,
                     *           "previous_score": 18.4231,
                     *           "risk_level": "low",
                     *           "cause": "use",
                     *           "calculated_at": "2025-11-28T14:03:00.000Z",
                     *           "lapses_at": "2026-01-17T14:03:00.000Z",
                     *           "model_version": 1
                     *         }
                     *       ],
                     *       "next_cursor": null,
                     *       "total": 1,
                     *       "limit": 50,
                     *       "offset": 0
                     *     }
                     */
                    "application/json": {
                        /** @description Items of the page. */
                        items: components["schemas"]["ScoreHistoryItem"][];
                        /** @description Pass as cursor for the next page; null on the last. */
                        next_cursor: string | null;
                        /** @description How many items match the filters in all. */
                        total: number;
                        /** @description The page size that was used. */
                        limit: number;
                        /** @description How many items come before this page, when offset was used. */
                        offset: number;
                        /** @description With points: the score of the stalest of the grants, evenly spaced in time. */
                        curve?: {
                            /**
                             * Format: date-time
                             * @example 2026-01-31T09:30:00.000Z
                             */
                            at: string;
                            /** @description null before anything was granted. */
                            score: number | null;
                        }[];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listScoresSparklines: {
        parameters: {
            query?: {
                /**
                 * @description Up to 100 grants, with commas between. This or principal_ids is required.
                 * @example grant-001
                 */
                grant_ids?: string;
                /**
                 * @description Up to 100 principals: the grant that is the stalest of each now.
                 * @example prin-001
                 */
                principal_ids?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Scores of the last 90 days, one every three days. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "grant-001",
                     *           "points": [
                     *             [
                     *               1767000000000,
                     *               41.2
                     *             ],
                     *             [
                     *               1767259200000,
                     *               47.9
                     *             ]
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        items: {
                            /** @description Of the grant or principal. Those that have no score are left out. */
                            id: string;
                            /** @description Milliseconds since 1970 and the score then, oldest first, none before it was granted. */
                            points: number[][];
                        }[];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScore: {
        parameters: {
            query?: {
                /**
                 * @description Evaluate at this instant, past or future, instead of now.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                as_of?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the principal.
                 * @example prin-001
                 */
                principal_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "principal_id": "prin-001",
                     *       "display_name": "Amara Okafor",
                     *       "overall_score": 83.8269,
                     *       "risk_level": "critical",
                     *       "factors": {
                     *         "last_login_days": 64,
                     *         "mfa_enabled": true,
                     *         "unused_grants": 0,
                     *         "anomaly_signals": 0
                     *       },
                     *       "calculated_at": "2026-01-31T09:30:00.000Z",
                     *       "lapses_at": "2026-01-07T14:03:00.000Z",
                     *       "crosses_at": [
                     *         {
                     *           "threshold": 20,
                     *           "crosses_at": "2025-12-18T14:03:00.000Z",
                     *           "crossed": true
                     *         },
                     *         {
                     *           "threshold": 50,
                     *           "crosses_at": "2026-01-07T14:03:00.000Z",
                     *           "crossed": true
                     *         },
                     *         {
                     *           "threshold": 80,
                     *           "crosses_at": "2026-01-27T14:03:00.000Z",
                     *           "crossed": true
                     *         }
                     *       ],
                     *       "grants_total": 1,
                     *       "grants": [
                     *         {
                     *           "grant_id": "grant-001",
                     *           "asset_id": "asset-001",
                     *           "asset_name": "customer_profiles",
                     *           "account": {
                     *             "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e70",
                     *             "name": "amara.okafor@corp.example",
                     *             "platform": "databricks",
                     *             "connector_name": "Lakehouse"
                     *           },
                     *           "grant_type": "read_write",
                     *           "score": 83.8269,
                     *           "risk_level": "critical",
                     *           "likelihood": {
                     *             "share": 0.8285,
                     *             "cases": 412,
                     *             "no_longer_needed": 342
                     *           },
                     *           "last_used": "2025-11-28T14:03:00.000Z",
                     *           "lapses_at": "2026-01-07T14:03:00.000Z",
                     *           "half_life_days": 10,
                     *           "model_version": 1,
                     *           "idle_since": "2025-11-28T14:03:00.000Z",
                     *           "parts": [
                     *             {
                     *               "kind": "patience",
                     *               "days": 53,
                     *               "reason": "Usually used at least every 12 days; 53 days without use are tolerated."
                     *             },
                     *             {
                     *               "kind": "classification",
                     *               "days": -10,
                     *               "reason": "10 days sooner, because it holds personal data."
                     *             },
                     *             {
                     *               "kind": "permission",
                     *               "days": -3,
                     *               "reason": "3 days sooner, because it allows changing data."
                     *             }
                     *           ],
                     *           "crosses_at": [
                     *             {
                     *               "threshold": 20,
                     *               "crosses_at": "2025-12-18T14:03:00.000Z",
                     *               "crossed": true
                     *             },
                     *             {
                     *               "threshold": 50,
                     *               "crosses_at": "2026-01-07T14:03:00.000Z",
                     *               "crossed": true
                     *             },
                     *             {
                     *               "threshold": 80,
                     *               "crosses_at": "2026-01-27T14:03:00.000Z",
                     *               "crossed": true
                     *             }
                     *           ],
                     *           "unanswered": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PrincipalScore"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    refreshScores: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat harmless for 24 hours: the first answer is given again, with Idempotency-Replayed: true. Another body under the same key is 409.
                 * @example 0b9f2f5e-6d1c-4b1e-9c55-2f6f0a1d7c11
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "principal_ids": [
                 *         "prin-001",
                 *         "prin-002"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Whose scores to recompute. */
                    principal_ids: string[];
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "job_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "status": "accepted",
                     *       "total_items": 2,
                     *       "created_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["BulkJob"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the job.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
                 */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "job_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "status": "accepted",
                     *       "total_items": 2,
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "kind": "score_refresh",
                     *       "processed": 1,
                     *       "failed": 0,
                     *       "error": null,
                     *       "completed_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["Job"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getMetricsPrincipal: {
        parameters: {
            query?: {
                /**
                 * @description How far back from now, in days: 1d to 365d.
                 * @example 90d
                 */
                period?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the principal.
                 * @example prin-001
                 */
                principal_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "principal_id": "prin-001",
                     *       "period": "90d",
                     *       "login_count": 61,
                     *       "unique_assets_accessed": 7,
                     *       "grants_total": 9,
                     *       "grants_unused": 2,
                     *       "anomaly_events": 1
                     *     }
                     */
                    "application/json": components["schemas"]["PrincipalMetrics"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "version": 0,
                     *       "changed_by": "system",
                     *       "changed_at": null,
                     *       "job_id": null,
                     *       "model_version": 2,
                     *       "half_life_days": 10,
                     *       "patience": {
                     *         "base_days": 30,
                     *         "gap_factor": 2,
                     *         "max_days": 400,
                     *         "gap_percentile": 0.95,
                     *         "gap_count": 20,
                     *         "unknown_days": 120,
                     *         "never_used_days": 90,
                     *         "min_days": 21
                     *       },
                     *       "rhythm": {
                     *         "people_base_days": 20,
                     *         "service_base_days": 10,
                     *         "margin_days": 60,
                     *         "confirmation_days": [
                     *           90,
                     *           180,
                     *           365
                     *         ]
                     *       },
                     *       "learning": true,
                     *       "shifts": {
                     *         "classification": {
                     *           "public": 10,
                     *           "internal": 0,
                     *           "confidential": -5,
                     *           "pii": -10
                     *         },
                     *         "permission": {
                     *           "read": 0,
                     *           "write": -3,
                     *           "read_write": -3,
                     *           "admin": -7,
                     *           "owner": -7
                     *         },
                     *         "peers": {
                     *           "max_days": 10,
                     *           "min_peers": 3
                     *         },
                     *         "anomaly": {
                     *           "days": -5,
                     *           "limit_days": -15,
                     *           "window_days": 30
                     *         },
                     *         "mfa_off": -5,
                     *         "dormant": {
                     *           "after_days": 45,
                     *           "days": -15
                     *         },
                     *         "disabled": -180
                     *       },
                     *       "purpose": {
                     *         "standby_days": 180,
                     *         "break_glass_days": 90
                     *       },
                     *       "thresholds": [
                     *         20,
                     *         50,
                     *         80
                     *       ],
                     *       "review": {
                     *         "threshold": 50,
                     *         "hysteresis": 5,
                     *         "confirmation_days": 90,
                     *         "weekly_budget": 25,
                     *         "fallback_reviewer_id": null,
                     *         "escalation_contact_id": null,
                     *         "when_overdue": "escalate",
                     *         "ask_again_times": 3,
                     *         "ask_again_after_days": 7,
                     *         "deciders": "assignee_and_substitutes",
                     *         "require_reason": true
                     *       },
                     *       "sla": {
                     *         "critical_hours": 24,
                     *         "high_hours": 48,
                     *         "medium_hours": 120,
                     *         "low_hours": 336,
                     *         "reminder_percents": [
                     *           50,
                     *           80
                     *         ]
                     *       },
                     *       "remediation": {
                     *         "mode": "automatic",
                     *         "undo_window_minutes": 0,
                     *         "min_grant_age_days": 1,
                     *         "telemetry_stale_hours": 24,
                     *         "breaker": {
                     *           "tenant_percent": 5,
                     *           "tenant_grants": 20,
                     *           "asset_percent": 20,
                     *           "asset_grants": 3
                     *         }
                     *       },
                     *       "retention": {
                     *         "events_days": 400,
                     *         "history_days": 1095,
                     *         "reports_days": 90
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Policy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    replacePolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Sections as in the answer; what is left out stays as it is. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "expected_version": 0,
                 *       "half_life_days": 14,
                 *       "review": {
                 *         "threshold": 60
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Refuse with 409 unless this version is in force. */
                    expected_version?: number;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "version": 0,
                     *       "changed_by": "system",
                     *       "changed_at": null,
                     *       "job_id": null,
                     *       "model_version": 2,
                     *       "half_life_days": 10,
                     *       "patience": {
                     *         "base_days": 30,
                     *         "gap_factor": 2,
                     *         "max_days": 400,
                     *         "gap_percentile": 0.95,
                     *         "gap_count": 20,
                     *         "unknown_days": 120,
                     *         "never_used_days": 90,
                     *         "min_days": 21
                     *       },
                     *       "rhythm": {
                     *         "people_base_days": 20,
                     *         "service_base_days": 10,
                     *         "margin_days": 60,
                     *         "confirmation_days": [
                     *           90,
                     *           180,
                     *           365
                     *         ]
                     *       },
                     *       "learning": true,
                     *       "shifts": {
                     *         "classification": {
                     *           "public": 10,
                     *           "internal": 0,
                     *           "confidential": -5,
                     *           "pii": -10
                     *         },
                     *         "permission": {
                     *           "read": 0,
                     *           "write": -3,
                     *           "read_write": -3,
                     *           "admin": -7,
                     *           "owner": -7
                     *         },
                     *         "peers": {
                     *           "max_days": 10,
                     *           "min_peers": 3
                     *         },
                     *         "anomaly": {
                     *           "days": -5,
                     *           "limit_days": -15,
                     *           "window_days": 30
                     *         },
                     *         "mfa_off": -5,
                     *         "dormant": {
                     *           "after_days": 45,
                     *           "days": -15
                     *         },
                     *         "disabled": -180
                     *       },
                     *       "purpose": {
                     *         "standby_days": 180,
                     *         "break_glass_days": 90
                     *       },
                     *       "thresholds": [
                     *         20,
                     *         50,
                     *         80
                     *       ],
                     *       "review": {
                     *         "threshold": 50,
                     *         "hysteresis": 5,
                     *         "confirmation_days": 90,
                     *         "weekly_budget": 25,
                     *         "fallback_reviewer_id": null,
                     *         "escalation_contact_id": null,
                     *         "when_overdue": "escalate",
                     *         "ask_again_times": 3,
                     *         "ask_again_after_days": 7,
                     *         "deciders": "assignee_and_substitutes",
                     *         "require_reason": true
                     *       },
                     *       "sla": {
                     *         "critical_hours": 24,
                     *         "high_hours": 48,
                     *         "medium_hours": 120,
                     *         "low_hours": 336,
                     *         "reminder_percents": [
                     *           50,
                     *           80
                     *         ]
                     *       },
                     *       "remediation": {
                     *         "mode": "automatic",
                     *         "undo_window_minutes": 0,
                     *         "min_grant_age_days": 1,
                     *         "telemetry_stale_hours": 24,
                     *         "breaker": {
                     *           "tenant_percent": 5,
                     *           "tenant_grants": 20,
                     *           "asset_percent": 20,
                     *           "asset_grants": 3
                     *         }
                     *       },
                     *       "retention": {
                     *         "events_days": 400,
                     *         "history_days": 1095,
                     *         "reports_days": 90
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Policy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getPolicyLearned: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "in_force": true,
                     *       "learned_at": "2026-03-02T08:15:00Z",
                     *       "kinds": [
                     *         {
                     *           "platform": "fabric",
                     *           "permission": "read",
                     *           "principal_type": "user",
                     *           "revoked": {
                     *             "cases": 31,
                     *             "needed": 4,
                     *             "days": 13
                     *           },
                     *           "never_used": {
                     *             "cases": 9,
                     *             "needed": 1,
                     *             "days": 0
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Learned"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createPolicyDryRun: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat harmless for 24 hours: the first answer is given again, with Idempotency-Replayed: true. Another body under the same key is 409.
                 * @example 0b9f2f5e-6d1c-4b1e-9c55-2f6f0a1d7c11
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description Sections as in the answer; what is left out stays as it is. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "expected_version": 0,
                 *       "half_life_days": 14,
                 *       "review": {
                 *         "threshold": 60
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Refuse with 409 unless this version is in force. */
                    expected_version?: number;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "status": "completed",
                     *       "processed": 412,
                     *       "total": 412,
                     *       "error": null,
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "completed_at": "2026-01-31T09:30:01.000Z",
                     *       "result": {
                     *         "today": {
                     *           "packets_now": 0,
                     *           "packets_then": 1,
                     *           "grants_changed": 18,
                     *           "bands_now": {
                     *             "low": 301,
                     *             "medium": 64,
                     *             "high": 29,
                     *             "critical": 18
                     *           },
                     *           "bands_then": {
                     *             "low": 296,
                     *             "medium": 66,
                     *             "high": 31,
                     *             "critical": 19
                     *           },
                     *           "grants": [
                     *             {
                     *               "grant_id": "grant-001",
                     *               "principal_id": "prin-001",
                     *               "principal_name": "Amara Okafor",
                     *               "asset_id": "asset-001",
                     *               "asset_name": "customer_profiles",
                     *               "score_now": 48.2,
                     *               "score_then": 61.9,
                     *               "lapses_at_now": "2026-02-01T11:00:00.000Z",
                     *               "lapses_at_then": "2026-01-24T11:00:00.000Z",
                     *               "asks_now": false,
                     *               "asks_then": true
                     *             }
                     *           ]
                     *         },
                     *         "last_90_days": {
                     *           "packets_now": 21,
                     *           "packets_then": 30,
                     *           "weeks": [
                     *             {
                     *               "week": "2026-01-26",
                     *               "packets_now": 2,
                     *               "packets_then": 3
                     *             }
                     *           ]
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PolicyDryRun"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getPolicyDryRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the dry run.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "status": "completed",
                     *       "processed": 412,
                     *       "total": 412,
                     *       "error": null,
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "completed_at": "2026-01-31T09:30:01.000Z",
                     *       "result": {
                     *         "today": {
                     *           "packets_now": 0,
                     *           "packets_then": 1,
                     *           "grants_changed": 18,
                     *           "bands_now": {
                     *             "low": 301,
                     *             "medium": 64,
                     *             "high": 29,
                     *             "critical": 18
                     *           },
                     *           "bands_then": {
                     *             "low": 296,
                     *             "medium": 66,
                     *             "high": 31,
                     *             "critical": 19
                     *           },
                     *           "grants": [
                     *             {
                     *               "grant_id": "grant-001",
                     *               "principal_id": "prin-001",
                     *               "principal_name": "Amara Okafor",
                     *               "asset_id": "asset-001",
                     *               "asset_name": "customer_profiles",
                     *               "score_now": 48.2,
                     *               "score_then": 61.9,
                     *               "lapses_at_now": "2026-02-01T11:00:00.000Z",
                     *               "lapses_at_then": "2026-01-24T11:00:00.000Z",
                     *               "asks_now": false,
                     *               "asks_then": true
                     *             }
                     *           ]
                     *         },
                     *         "last_90_days": {
                     *           "packets_now": 21,
                     *           "packets_then": 30,
                     *           "weeks": [
                     *             {
                     *               "week": "2026-01-26",
                     *               "packets_now": 2,
                     *               "packets_then": 3
                     *             }
                     *           ]
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PolicyDryRun"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getOverview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "as_of": "2026-01-31T09:30:00.000Z",
                     *       "computed_at": "2026-01-31T09:29:41.000Z",
                     *       "status": "current",
                     *       "grants": {
                     *         "total": 412,
                     *         "bands": {
                     *           "low": 301,
                     *           "medium": 64,
                     *           "high": 29,
                     *           "critical": 18
                     *         }
                     *       },
                     *       "history": [
                     *         {
                     *           "date": "2026-01-31",
                     *           "low": 301,
                     *           "medium": 64,
                     *           "high": 29,
                     *           "critical": 18
                     *         }
                     *       ],
                     *       "heat_map": [
                     *         {
                     *           "department": "Finance",
                     *           "platform": "fabric",
                     *           "grants": 48,
                     *           "stale": 9
                     *         }
                     *       ],
                     *       "reviews": {
                     *         "pending": 22,
                     *         "escalated": 1,
                     *         "overdue": 2,
                     *         "due_24h": 5,
                     *         "by_risk": {
                     *           "CRITICAL": 9,
                     *           "HIGH": 14,
                     *           "MEDIUM": 0,
                     *           "LOW": 0
                     *         },
                     *         "oldest_due_at": "2026-01-30T09:30:00.000Z",
                     *         "unanswered": 4
                     *       },
                     *       "decisions": [
                     *         {
                     *           "week": "2026-01-26",
                     *           "confirmed": 12,
                     *           "revoked": 7,
                     *           "escalated": 1,
                     *           "expired": 0,
                     *           "by_system": 3
                     *         }
                     *       ],
                     *       "removals": {
                     *         "completed": 6,
                     *         "verified": 6,
                     *         "attested": 0,
                     *         "simulated": 0,
                     *         "not_verified": 0,
                     *         "contradicted": 0,
                     *         "requested": 2,
                     *         "failed": 0,
                     *         "blocked": 1,
                     *         "reverted": 0,
                     *         "pending": 0
                     *       },
                     *       "forecast": [
                     *         {
                     *           "week": "2026-01-26",
                     *           "reviews": 3
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Overview"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    ingestEvent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat harmless for 24 hours: the first answer is given again, with Idempotency-Replayed: true. Another body under the same key is 409.
                 * @example 0b9f2f5e-6d1c-4b1e-9c55-2f6f0a1d7c11
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event_id": "fabric-audit-4711",
                 *       "principal_id": "prin-001",
                 *       "asset_id": "asset-001",
                 *       "action": "query",
                 *       "platform": "fabric",
                 *       "timestamp": "2026-01-31T09:30:00Z",
                 *       "metadata": {
                 *         "source_ip": "10.1.2.3",
                 *         "query_type": "select",
                 *         "rows_returned": 120
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Event"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "event_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "status": "accepted",
                     *       "message": "The event is stored and will be applied within seconds."
                     *     }
                     */
                    "application/json": {
                        /** @description The one that was given, or the one that Lapse made. */
                        event_id: string;
                        /** @enum {string} */
                        status: "accepted" | "rejected";
                        /** @description Why it was rejected, if it was. */
                        message: string;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    ingestEventBatch: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat harmless for 24 hours: the first answer is given again, with Idempotency-Replayed: true. Another body under the same key is 409.
                 * @example 0b9f2f5e-6d1c-4b1e-9c55-2f6f0a1d7c11
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "events": [
                 *         {
                 *           "event_id": "fabric-audit-4711",
                 *           "principal_id": "prin-001",
                 *           "asset_id": "asset-001",
                 *           "action": "query",
                 *           "platform": "fabric",
                 *           "timestamp": "2026-01-31T09:30:00Z",
                 *           "metadata": {
                 *             "source_ip": "10.1.2.3",
                 *             "query_type": "select",
                 *             "rows_returned": 120
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    events: components["schemas"]["Event"][];
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "accepted": 1,
                     *       "rejected": 1,
                     *       "event_ids": [
                     *         "fabric-audit-4711"
                     *       ],
                     *       "rejections": [
                     *         {
                     *           "index": 1,
                     *           "event_id": null,
                     *           "reason": "asset_id: there is no asset \"asset-9\""
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description Events stored. */
                        accepted: number;
                        /** @description Events not stored. */
                        rejected: number;
                        /** @description Of the accepted events, in their order. */
                        event_ids: string[];
                        rejections: {
                            /** @description Place in the batch, counted from 0. */
                            index: number;
                            /** @description The one that was given; null when there was none. */
                            event_id: string | null;
                            /** @description Which field, and what was expected. */
                            reason: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    ingestEventStream: {
        parameters: {
            query?: {
                /**
                 * @description Of CSV: which column says what, as field=column separated by commas. Left out: chosen by the names of the columns. POST /v1/csv/preview lists the fields.
                 * @example principal=Email,asset=Table,permission=Right
                 */
                map?: string;
                /**
                 * @description Of CSV: what holds for every row, as field=value separated by commas.
                 * @example platform=warehouse
                 */
                set?: string;
                /**
                 * @description Of CSV: between cells. Left out: found in the first line.
                 * @example semicolon
                 */
                separator?: "comma" | "semicolon" | "tab" | "pipe";
                /**
                 * @description Of CSV: how its dates are written, with or without a time after them; iso when left out. Never guessed.
                 * @example DD/MM/YYYY
                 */
                date_format?: "iso" | "DD/MM/YYYY" | "MM/DD/YYYY" | "DD.MM.YYYY" | "DD-MM-YYYY" | "MM-DD-YYYY" | "YYYY/MM/DD" | "unix" | "unix_ms";
                /**
                 * @description Of CSV: of times that name none; UTC when left out.
                 * @example Europe/Berlin
                 */
                time_zone?: string;
            };
            header?: {
                /**
                 * @description Makes a repeat harmless for 24 hours: the first answer is given again, with Idempotency-Replayed: true. Another body under the same key is 409.
                 * @example 0b9f2f5e-6d1c-4b1e-9c55-2f6f0a1d7c11
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description One JSON object per line, or CSV in UTF-8 with a line of column names. */
        requestBody: {
            content: {
                /** @example {"event_id":"fabric-audit-4711","principal_id":"prin-001","asset_id":"asset-001","action":"query","platform":"fabric","timestamp":"2026-01-31T09:30:00Z","metadata":{"source_ip":"10.1.2.3","query_type":"select","rows_returned":120}} */
                "application/x-ndjson": components["schemas"]["Event"];
                /**
                 * @example User,Table,Action,Time
                 *     amara@corp.example,customer_profiles,query,2026-01-31T09:30:00Z
                 */
                "text/csv": string;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "lines": 3,
                     *       "accepted": 2,
                     *       "rejected": 1,
                     *       "rejections": [
                     *         {
                     *           "line": 3,
                     *           "reason": "principal_id: there is no principal \"prin-9\""
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description Lines read, empty ones not counted. */
                        lines: number;
                        /** @description Lines stored. */
                        accepted: number;
                        /** @description Lines not stored. */
                        rejected: number;
                        /** @description The first 1,000 rejected lines. */
                        rejections: {
                            /** @description Counted from 1. */
                            line: number;
                            /** @description Which field, and what was expected. */
                            reason: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listEventsDeadLetters: {
        parameters: {
            query?: {
                /**
                 * @description Items per page.
                 * @example 50
                 */
                limit?: number;
                /** @description The next_cursor of the previous page, with the same filters. Not together with offset. */
                cursor?: string;
                /**
                 * @description How many items to skip. Not together with cursor, which stays fast however deep.
                 * @example 0
                 */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events set aside, oldest first. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *           "event": {
                     *             "event_id": "fabric-audit-4711",
                     *             "principal_id": "prin-001",
                     *             "asset_id": "asset-001",
                     *             "action": "query",
                     *             "platform": "databricks",
                     *             "timestamp": "2026-01-31T09:30:00.000Z",
                     *             "metadata": {
                     *               "rows_returned": 120
                     *             }
                     *           },
                     *           "recalculation": null,
                     *           "reason": "numeric field overflow",
                     *           "attempts": 5,
                     *           "received_at": "2026-01-31T09:30:01.000Z",
                     *           "created_at": "2026-01-31T09:31:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": null,
                     *       "total": 1,
                     *       "limit": 50,
                     *       "offset": 0
                     *     }
                     */
                    "application/json": {
                        /** @description Items of the page. */
                        items: components["schemas"]["DeadLetter"][];
                        /** @description Pass as cursor for the next page; null on the last. */
                        next_cursor: string | null;
                        /** @description How many items match the filters in all. */
                        total: number;
                        /** @description The page size that was used. */
                        limit: number;
                        /** @description How many items come before this page, when offset was used. */
                        offset: number;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    replayDeadLetters: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat harmless for 24 hours: the first answer is given again, with Idempotency-Replayed: true. Another body under the same key is 409.
                 * @example 0b9f2f5e-6d1c-4b1e-9c55-2f6f0a1d7c11
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description Only these; the oldest 500 when absent.
                     * @example [
                     *       "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f"
                     *     ]
                     */
                    ids?: string[];
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "replayed": 1
                     *     }
                     */
                    "application/json": {
                        /** @description How many wait to be applied again. */
                        replayed: number;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listEventsRejections: {
        parameters: {
            query?: {
                /**
                 * @description Items per page.
                 * @example 50
                 */
                limit?: number;
                /** @description The next_cursor of the previous page, with the same filters. Not together with offset. */
                cursor?: string;
                /**
                 * @description How many items to skip. Not together with cursor, which stays fast however deep.
                 * @example 0
                 */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of refused events, newest first. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *           "event": {
                     *             "event_id": "fabric-audit-4711",
                     *             "principal_id": "prin-001",
                     *             "asset_id": "asset-9",
                     *             "action": "query",
                     *             "timestamp": "2026-01-31T09:30:00Z"
                     *           },
                     *           "text": null,
                     *           "is_cut": false,
                     *           "event_id": "fabric-audit-4711",
                     *           "reason": "asset_id: there is no asset \"asset-9\"",
                     *           "source": "batch",
                     *           "attempts": 0,
                     *           "received_at": "2026-01-31T09:30:01.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": null,
                     *       "total": 1,
                     *       "limit": 50,
                     *       "offset": 0
                     *     }
                     */
                    "application/json": {
                        /** @description Items of the page. */
                        items: components["schemas"]["EventRejection"][];
                        /** @description Pass as cursor for the next page; null on the last. */
                        next_cursor: string | null;
                        /** @description How many items match the filters in all. */
                        total: number;
                        /** @description The page size that was used. */
                        limit: number;
                        /** @description How many items come before this page, when offset was used. */
                        offset: number;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    replayEventRejections: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat harmless for 24 hours: the first answer is given again, with Idempotency-Replayed: true. Another body under the same key is 409.
                 * @example 0b9f2f5e-6d1c-4b1e-9c55-2f6f0a1d7c11
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description Only these; when absent 500 of those that can be replayed, the least tried and oldest first.
                     * @example [
                     *       "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f"
                     *     ]
                     */
                    ids?: string[];
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "replayed": 1,
                     *       "rejected": 0
                     *     }
                     */
                    "application/json": {
                        /** @description How many were accepted now and wait to be applied. */
                        replayed: number;
                        /** @description How many were refused again and stay in the list. */
                        rejected: number;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    dismissEventRejections: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat harmless for 24 hours: the first answer is given again, with Idempotency-Replayed: true. Another body under the same key is 409.
                 * @example 0b9f2f5e-6d1c-4b1e-9c55-2f6f0a1d7c11
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description Only these; all when absent.
                     * @example [
                     *       "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f"
                     *     ]
                     */
                    ids?: string[];
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "dismissed": 1
                     *     }
                     */
                    "application/json": {
                        /** @description How many left the list. */
                        dismissed: number;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getReviewsWaiting: {
        parameters: {
            query?: {
                /**
                 * @description Items per page.
                 * @example 50
                 */
                limit?: number;
                /** @description The next_cursor of the previous page, with the same filters. Not together with offset. */
                cursor?: string;
                /**
                 * @description How many items to skip. Not together with cursor, which stays fast however deep.
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description Only what this reviewer would be asked.
                 * @example prin-007
                 */
                assigned_to_id?: string;
                /**
                 * @description Only about this principal.
                 * @example prin-001
                 */
                principal_id?: string;
                /**
                 * @description Only about this asset.
                 * @example asset-001
                 */
                asset_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of questions that wait for their turn, the heaviest first. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e60",
                     *           "principal_id": "prin-001",
                     *           "principal_name": "Ann Lee",
                     *           "asset_id": "asset-001",
                     *           "asset_name": "customer_forecast_0",
                     *           "assigned_to_id": "prin-007",
                     *           "assigned_to_name": "Olaf Berg",
                     *           "priority": 61,
                     *           "waiting_since": "2026-01-31T09:30:00.000Z",
                     *           "asked_at": "2026-02-09T00:00:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": null,
                     *       "total": 1,
                     *       "limit": 50,
                     *       "offset": 0,
                     *       "weekly_budget": 25
                     *     }
                     */
                    "application/json": {
                        /** @description Items of the page. */
                        items: components["schemas"]["WaitingQuestion"][];
                        /** @description Pass as cursor for the next page; null on the last. */
                        next_cursor: string | null;
                        /** @description How many items match the filters in all. */
                        total: number;
                        /** @description The page size that was used. */
                        limit: number;
                        /** @description How many items come before this page, when offset was used. */
                        offset: number;
                        /** @description Questions that one reviewer is asked in a week; null: as many as there are. */
                        weekly_budget: number | null;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getReviewsWorkload: {
        parameters: {
            query?: {
                /**
                 * @description Items per page.
                 * @example 50
                 */
                limit?: number;
                /** @description The next_cursor of the previous page, with the same filters. Not together with offset. */
                cursor?: string;
                /**
                 * @description How many items to skip. Not together with cursor, which stays fast however deep.
                 * @example 0
                 */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of reviewers who have something to answer, those with the most first. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "reviewer_id": "prin-007",
                     *           "reviewer_name": "Olaf Berg",
                     *           "disabled": false,
                     *           "open": 31,
                     *           "overdue": 2,
                     *           "next_due_at": "2026-02-03T09:30:00.000Z",
                     *           "asked_this_week": 25,
                     *           "waiting": 140,
                     *           "through_at": "2026-03-09T00:00:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": null,
                     *       "total": 1,
                     *       "limit": 50,
                     *       "offset": 0,
                     *       "weekly_budget": 25
                     *     }
                     */
                    "application/json": {
                        /** @description Items of the page. */
                        items: components["schemas"]["Workload"][];
                        /** @description Pass as cursor for the next page; null on the last. */
                        next_cursor: string | null;
                        /** @description How many items match the filters in all. */
                        total: number;
                        /** @description The page size that was used. */
                        limit: number;
                        /** @description How many items come before this page, when offset was used. */
                        offset: number;
                        /** @description Questions that one reviewer is asked in a week; null: as many as there are. */
                        weekly_budget: number | null;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listReviewsGroups: {
        parameters: {
            query: {
                /**
                 * @description Items per page.
                 * @example 50
                 */
                limit?: number;
                /** @description The next_cursor of the previous page, with the same filters. Not together with offset. */
                cursor?: string;
                /**
                 * @description How many items to skip. Not together with cursor, which stays fast however deep.
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description What the reviews of a group have in common, besides why they are asked about. Those of an asset; of a person (principal); of an asset that is inherited through the same group, without what is not inherited; of a reason and an asset, reason by reason; of a campaign and an asset, without what no campaign asks about.
                 * @example asset
                 */
                by: "asset" | "principal" | "group" | "reason" | "campaign";
                /**
                 * @description Only this risk when it was generated.
                 * @example CRITICAL
                 */
                risk_level?: "CRITICAL" | "HIGH" | "MEDIUM" | "LOW";
                /**
                 * @description Only reviews of this reviewer.
                 * @example prin-007
                 */
                assigned_to_id?: string;
                /**
                 * @description Only reviews about this principal.
                 * @example prin-001
                 */
                principal_id?: string;
                /**
                 * @description Only reviews about this asset.
                 * @example asset-001
                 */
                asset_id?: string;
                /**
                 * @description Only reviews of this campaign.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
                 */
                campaign_id?: string;
                /**
                 * @description Only open reviews with this recommendation, as of weighed_at: when it was asked, and again once a day. What a review shows is as of now, so that it may differ by then.
                 * @example REVOKE
                 */
                recommendation?: "REVOKE" | "REVIEW" | "CONFIRM";
                /**
                 * @description Only open reviews about assets of this platform.
                 * @example databricks
                 */
                platform?: string;
                /**
                 * @description Only open reviews about assets with this classification.
                 * @example pii
                 */
                classification?: "public" | "internal" | "confidential" | "pii" | "unclassified";
                /**
                 * @description Only open reviews whose strongest permission is this, in one word for those of all platforms, as of weighed_at: when it was asked, and again once a day. unknown: no word of it is known.
                 * @example admin
                 */
                permission?: "read" | "write" | "read_write" | "admin" | "owner" | "unknown";
                /**
                 * @description Only open reviews about principals of this department; empty: about principals without one.
                 * @example Finance
                 */
                department?: string;
                /**
                 * @description Only open reviews about accounts in this state, as of weighed_at: when it was asked, and again once a day. dormant: nobody signs in any more. unremarkable: neither, as far as is known.
                 * @example dormant
                 */
                account_state?: "disabled" | "dormant" | "unremarkable";
                /**
                 * @description Only these reviews: ids with commas between them.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
                 */
                review_ids?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of groups of open reviews, the largest first. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "key": "WyJhc3NldCJd.3q2-7w",
                     *           "by": "asset",
                     *           "reason": "never_used",
                     *           "sentence": "58 people have never used read on customer_forecast_0; 3 stand out.",
                     *           "asset_id": "asset-001",
                     *           "asset_name": "customer_forecast_0",
                     *           "principal_id": null,
                     *           "principal_name": null,
                     *           "group_id": null,
                     *           "group_name": null,
                     *           "campaign_id": null,
                     *           "campaign_name": null,
                     *           "members": 58,
                     *           "looked_at": 58,
                     *           "recommendation": "REVOKE",
                     *           "decisions": [
                     *             "REVOKE"
                     *           ],
                     *           "together": 55,
                     *           "exceptions_total": 3,
                     *           "exception_kinds": [
                     *             {
                     *               "kind": "anomaly",
                     *               "members": 3
                     *             }
                     *           ],
                     *           "exceptions": [],
                     *           "by_recommendation": {
                     *             "REVOKE": 58,
                     *             "REVIEW": 0,
                     *             "CONFIRM": 0
                     *           },
                     *           "by_risk": {
                     *             "CRITICAL": 58,
                     *             "HIGH": 0,
                     *             "MEDIUM": 0,
                     *             "LOW": 0
                     *           },
                     *           "by_idle_days": [
                     *             {
                     *               "from": 0,
                     *               "to": 30,
                     *               "members": 0
                     *             }
                     *           ],
                     *           "first_due_at": "2026-02-01T09:30:00.000Z",
                     *           "seen": "S0ksSgQA"
                     *         }
                     *       ],
                     *       "next_cursor": null,
                     *       "total": 1,
                     *       "limit": 50,
                     *       "offset": 0,
                     *       "rule": [
                     *         "Reviews are decided together only if they are about the same asset, or the same person, and for the same reason."
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description Items of the page. */
                        items: components["schemas"]["ReviewGroup"][];
                        /** @description Pass as cursor for the next page; null on the last. */
                        next_cursor: string | null;
                        /** @description How many items match the filters in all. */
                        total: number;
                        /** @description The page size that was used. */
                        limit: number;
                        /** @description How many items come before this page, when offset was used. */
                        offset: number;
                        /** @description What may be decided together, in sentences. */
                        rule: string[];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listReviewsFacets: {
        parameters: {
            query?: {
                /**
                 * @description Only open reviews of this status; by default of both.
                 * @example PENDING
                 */
                status?: "PENDING" | "ESCALATED";
                /**
                 * @description Only this risk when it was generated.
                 * @example CRITICAL
                 */
                risk_level?: "CRITICAL" | "HIGH" | "MEDIUM" | "LOW";
                /**
                 * @description Only what is due before this.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                due_before?: string;
                /**
                 * @description Only reviews of this reviewer.
                 * @example prin-007
                 */
                assigned_to_id?: string;
                /**
                 * @description Only reviews about this principal.
                 * @example prin-001
                 */
                principal_id?: string;
                /**
                 * @description Only reviews about this asset.
                 * @example asset-001
                 */
                asset_id?: string;
                /**
                 * @description Only reviews of this campaign.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
                 */
                campaign_id?: string;
                /**
                 * @description Only open reviews with this recommendation, as of weighed_at: when it was asked, and again once a day. What a review shows is as of now, so that it may differ by then.
                 * @example REVOKE
                 */
                recommendation?: "REVOKE" | "REVIEW" | "CONFIRM";
                /**
                 * @description Only open reviews about assets of this platform.
                 * @example databricks
                 */
                platform?: string;
                /**
                 * @description Only open reviews about assets with this classification.
                 * @example pii
                 */
                classification?: "public" | "internal" | "confidential" | "pii" | "unclassified";
                /**
                 * @description Only open reviews whose strongest permission is this, in one word for those of all platforms, as of weighed_at: when it was asked, and again once a day. unknown: no word of it is known.
                 * @example admin
                 */
                permission?: "read" | "write" | "read_write" | "admin" | "owner" | "unknown";
                /**
                 * @description Only open reviews about principals of this department; empty: about principals without one.
                 * @example Finance
                 */
                department?: string;
                /**
                 * @description Only open reviews about accounts in this state, as of weighed_at: when it was asked, and again once a day. dormant: nobody signs in any more. unremarkable: neither, as far as is known.
                 * @example dormant
                 */
                account_state?: "disabled" | "dormant" | "unremarkable";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "total": 12,
                     *       "facets": {
                     *         "recommendation": {
                     *           "values": [
                     *             {
                     *               "value": "REVOKE",
                     *               "name": null,
                     *               "reviews": 12
                     *             }
                     *           ],
                     *           "others": {
                     *             "values": 0,
                     *             "reviews": 0
                     *           }
                     *         },
                     *         "risk_level": {
                     *           "values": [
                     *             {
                     *               "value": "CRITICAL",
                     *               "name": null,
                     *               "reviews": 12
                     *             }
                     *           ],
                     *           "others": {
                     *             "values": 0,
                     *             "reviews": 0
                     *           }
                     *         },
                     *         "platform": {
                     *           "values": [
                     *             {
                     *               "value": "databricks",
                     *               "name": null,
                     *               "reviews": 12
                     *             }
                     *           ],
                     *           "others": {
                     *             "values": 0,
                     *             "reviews": 0
                     *           }
                     *         },
                     *         "classification": {
                     *           "values": [
                     *             {
                     *               "value": "pii",
                     *               "name": null,
                     *               "reviews": 12
                     *             }
                     *           ],
                     *           "others": {
                     *             "values": 0,
                     *             "reviews": 0
                     *           }
                     *         },
                     *         "permission": {
                     *           "values": [
                     *             {
                     *               "value": "admin",
                     *               "name": null,
                     *               "reviews": 12
                     *             }
                     *           ],
                     *           "others": {
                     *             "values": 0,
                     *             "reviews": 0
                     *           }
                     *         },
                     *         "account_state": {
                     *           "values": [
                     *             {
                     *               "value": "dormant",
                     *               "name": null,
                     *               "reviews": 12
                     *             }
                     *           ],
                     *           "others": {
                     *             "values": 0,
                     *             "reviews": 0
                     *           }
                     *         },
                     *         "department": {
                     *           "values": [
                     *             {
                     *               "value": "Finance",
                     *               "name": null,
                     *               "reviews": 12
                     *             }
                     *           ],
                     *           "others": {
                     *             "values": 0,
                     *             "reviews": 0
                     *           }
                     *         },
                     *         "assigned_to": {
                     *           "values": [
                     *             {
                     *               "value": "prin-007",
                     *               "name": "Håkon Myrvold",
                     *               "reviews": 12
                     *             }
                     *           ],
                     *           "others": {
                     *             "values": 0,
                     *             "reviews": 0
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ReviewFacets"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createReviewsGroupsDecide: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat harmless for 24 hours: the first answer is given again, with Idempotency-Replayed: true. Another body under the same key is 409.
                 * @example 0b9f2f5e-6d1c-4b1e-9c55-2f6f0a1d7c11
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "key": "WyJhc3NldCJd.3q2-7w",
                 *       "seen": "S0ksSgQA",
                 *       "decision": "REVOKE",
                 *       "reason": "The forecast was never rolled out to them."
                 *     }
                 */
                "application/json": {
                    /** @description Of the group. */
                    key: string;
                    /** @description Of the group, as it was looked at. If any of these reviews has changed since, the answer is 409. */
                    seen: string;
                    /**
                     * @description confirm (or approve) or revoke, in either case; one of `decisions` of the group. Nothing is escalated together.
                     * @example REVOKE
                     */
                    decision: string;
                    /** @description Why, for all of them. */
                    reason: string;
                    /** @description Ids of reviews that may be decided together and are not to be decided by this. */
                    leave_out?: string[];
                    /**
                     * Format: date-time
                     * @description Of a confirmation: until when it holds, at most a year ahead.
                     * @example 2026-01-31T09:30:00.000Z
                     */
                    next_review_at?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "sentence": "58 people have never used read on customer_forecast_0; 3 stand out.",
                     *       "by": "asset",
                     *       "group_reason": "never_used",
                     *       "decision": "REVOKE",
                     *       "reason": "The forecast was never rolled out to them.",
                     *       "next_review_at": null,
                     *       "decided_by": "hakon@example.com",
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "starts_at": "2026-01-31T09:30:08.000Z",
                     *       "status": "decided",
                     *       "members": 55,
                     *       "waiting": 0,
                     *       "decided": 54,
                     *       "left_out": 1,
                     *       "called_off": 0,
                     *       "undone": 0,
                     *       "stands": 0,
                     *       "told": [
                     *         {
                     *           "review_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e60",
                     *           "principal_id": "prin-001",
                     *           "principal_name": "Amara Okafor",
                     *           "asset_id": "asset-001",
                     *           "asset_name": "customer_forecast_0",
                     *           "state": "left_out",
                     *           "why": "The review is decided already."
                     *         }
                     *       ],
                     *       "may_undo": true,
                     *       "undone_by": null,
                     *       "undo_asked_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["GroupDecision"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listReviewsGroupsDecisions: {
        parameters: {
            query?: {
                /**
                 * @description Items per page.
                 * @example 50
                 */
                limit?: number;
                /** @description The next_cursor of the previous page, with the same filters. Not together with offset. */
                cursor?: string;
                /**
                 * @description How many items to skip. Not together with cursor, which stays fast however deep.
                 * @example 0
                 */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of decisions about groups, the latest first. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *           "sentence": "58 people have never used read on customer_forecast_0; 3 stand out.",
                     *           "by": "asset",
                     *           "group_reason": "never_used",
                     *           "decision": "REVOKE",
                     *           "reason": "The forecast was never rolled out to them.",
                     *           "next_review_at": null,
                     *           "decided_by": "hakon@example.com",
                     *           "created_at": "2026-01-31T09:30:00.000Z",
                     *           "starts_at": "2026-01-31T09:30:08.000Z",
                     *           "status": "decided",
                     *           "members": 55,
                     *           "waiting": 0,
                     *           "decided": 54,
                     *           "left_out": 1,
                     *           "called_off": 0,
                     *           "undone": 0,
                     *           "stands": 0,
                     *           "told": [
                     *             {
                     *               "review_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e60",
                     *               "principal_id": "prin-001",
                     *               "principal_name": "Amara Okafor",
                     *               "asset_id": "asset-001",
                     *               "asset_name": "customer_forecast_0",
                     *               "state": "left_out",
                     *               "why": "The review is decided already."
                     *             }
                     *           ],
                     *           "may_undo": true,
                     *           "undone_by": null,
                     *           "undo_asked_at": null
                     *         }
                     *       ],
                     *       "next_cursor": null,
                     *       "total": 1,
                     *       "limit": 50,
                     *       "offset": 0
                     *     }
                     */
                    "application/json": {
                        /** @description Items of the page. */
                        items: components["schemas"]["GroupDecision"][];
                        /** @description Pass as cursor for the next page; null on the last. */
                        next_cursor: string | null;
                        /** @description How many items match the filters in all. */
                        total: number;
                        /** @description The page size that was used. */
                        limit: number;
                        /** @description How many items come before this page, when offset was used. */
                        offset: number;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getReviewsGroupsDecision: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the group decision.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "sentence": "58 people have never used read on customer_forecast_0; 3 stand out.",
                     *       "by": "asset",
                     *       "group_reason": "never_used",
                     *       "decision": "REVOKE",
                     *       "reason": "The forecast was never rolled out to them.",
                     *       "next_review_at": null,
                     *       "decided_by": "hakon@example.com",
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "starts_at": "2026-01-31T09:30:08.000Z",
                     *       "status": "decided",
                     *       "members": 55,
                     *       "waiting": 0,
                     *       "decided": 54,
                     *       "left_out": 1,
                     *       "called_off": 0,
                     *       "undone": 0,
                     *       "stands": 0,
                     *       "told": [
                     *         {
                     *           "review_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e60",
                     *           "principal_id": "prin-001",
                     *           "principal_name": "Amara Okafor",
                     *           "asset_id": "asset-001",
                     *           "asset_name": "customer_forecast_0",
                     *           "state": "left_out",
                     *           "why": "The review is decided already."
                     *         }
                     *       ],
                     *       "may_undo": true,
                     *       "undone_by": null,
                     *       "undo_asked_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["GroupDecision"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    undoReviewsGroupsDecision: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat harmless for 24 hours: the first answer is given again, with Idempotency-Replayed: true. Another body under the same key is 409.
                 * @example 0b9f2f5e-6d1c-4b1e-9c55-2f6f0a1d7c11
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the group decision.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "note": "The project goes on after all."
                 *     }
                 */
                "application/json": {
                    /** @description Kept with every step. */
                    note?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "sentence": "58 people have never used read on customer_forecast_0; 3 stand out.",
                     *       "by": "asset",
                     *       "group_reason": "never_used",
                     *       "decision": "REVOKE",
                     *       "reason": "The forecast was never rolled out to them.",
                     *       "next_review_at": null,
                     *       "decided_by": "hakon@example.com",
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "starts_at": "2026-01-31T09:30:08.000Z",
                     *       "status": "decided",
                     *       "members": 55,
                     *       "waiting": 0,
                     *       "decided": 54,
                     *       "left_out": 1,
                     *       "called_off": 0,
                     *       "undone": 0,
                     *       "stands": 0,
                     *       "told": [
                     *         {
                     *           "review_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e60",
                     *           "principal_id": "prin-001",
                     *           "principal_name": "Amara Okafor",
                     *           "asset_id": "asset-001",
                     *           "asset_name": "customer_forecast_0",
                     *           "state": "left_out",
                     *           "why": "The review is decided already."
                     *         }
                     *       ],
                     *       "may_undo": true,
                     *       "undone_by": null,
                     *       "undo_asked_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["GroupDecision"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    reassignReview: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat harmless for 24 hours: the first answer is given again, with Idempotency-Replayed: true. Another body under the same key is 409.
                 * @example 0b9f2f5e-6d1c-4b1e-9c55-2f6f0a1d7c11
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the review.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "assigned_to_id": "prin-002"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The new reviewer.
                     * @example prin-002
                     */
                    assigned_to_id: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "assigned_to_id": "prin-002",
                     *       "status": "PENDING"
                     *     }
                     */
                    "application/json": components["schemas"]["ReassignedReview"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createReviewsReassign: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat harmless for 24 hours: the first answer is given again, with Idempotency-Replayed: true. Another body under the same key is 409.
                 * @example 0b9f2f5e-6d1c-4b1e-9c55-2f6f0a1d7c11
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "from_id": "prin-007",
                 *       "to_ids": [
                 *         "prin-002",
                 *         "prin-012"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Whose open reviews; null: those that nobody could be asked about. */
                    from_id: string | null;
                    /** @description Among whom they are shared. */
                    to_ids: string[];
                    /**
                     * @description `next` of the answer before.
                     * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
                     */
                    after?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "moved": 87,
                     *       "kept": 1,
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["ReassignedReviews"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listReviews: {
        parameters: {
            query?: {
                /**
                 * @description Items per page.
                 * @example 50
                 */
                limit?: number;
                /** @description The next_cursor of the previous page, with the same filters. Not together with offset. */
                cursor?: string;
                /**
                 * @description How many items to skip. Not together with cursor, which stays fast however deep.
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description Only this status.
                 * @example PENDING
                 */
                status?: "PENDING" | "DECIDED" | "EXPIRED" | "ESCALATED";
                /**
                 * @description Only this risk when it was generated.
                 * @example CRITICAL
                 */
                risk_level?: "CRITICAL" | "HIGH" | "MEDIUM" | "LOW";
                /**
                 * @description Only what is due before this.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                due_before?: string;
                /**
                 * @description Only reviews of this reviewer.
                 * @example prin-007
                 */
                assigned_to_id?: string;
                /**
                 * @description Only reviews about this principal.
                 * @example prin-001
                 */
                principal_id?: string;
                /**
                 * @description Only reviews about this asset.
                 * @example asset-001
                 */
                asset_id?: string;
                /**
                 * @description Only reviews of this campaign.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
                 */
                campaign_id?: string;
                /**
                 * @description Only open reviews with this recommendation, as of weighed_at: when it was asked, and again once a day. What a review shows is as of now, so that it may differ by then.
                 * @example REVOKE
                 */
                recommendation?: "REVOKE" | "REVIEW" | "CONFIRM";
                /**
                 * @description Only open reviews about assets of this platform.
                 * @example databricks
                 */
                platform?: string;
                /**
                 * @description Only open reviews about assets with this classification.
                 * @example pii
                 */
                classification?: "public" | "internal" | "confidential" | "pii" | "unclassified";
                /**
                 * @description Only open reviews whose strongest permission is this, in one word for those of all platforms, as of weighed_at: when it was asked, and again once a day. unknown: no word of it is known.
                 * @example admin
                 */
                permission?: "read" | "write" | "read_write" | "admin" | "owner" | "unknown";
                /**
                 * @description Only open reviews about principals of this department; empty: about principals without one.
                 * @example Finance
                 */
                department?: string;
                /**
                 * @description Only open reviews about accounts in this state, as of weighed_at: when it was asked, and again once a day. dormant: nobody signs in any more. unremarkable: neither, as far as is known.
                 * @example dormant
                 */
                account_state?: "disabled" | "dormant" | "unremarkable";
                /**
                 * @description Only these fields of each review, by their names with commas between them; and the id.
                 * @example principal_name,asset_name,current_score,recommendation,due_at
                 */
                fields?: string;
                /**
                 * @description due_at (default), score, or priority: how much each matters.
                 * @example due_at
                 */
                sort?: "due_at" | "score" | "priority";
                /**
                 * @description By default asc for due_at, desc for score and priority.
                 * @example asc
                 */
                order?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of reviews, the next due first: with all of their fields, or with those that were asked for. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *           "principal_id": "prin-001",
                     *           "principal_name": "Amara Okafor",
                     *           "asset_id": "asset-001",
                     *           "asset_name": "customer_profiles",
                     *           "access_grant_ids": [
                     *             "grant-001"
                     *           ],
                     *           "decay_score": 83.8269,
                     *           "risk_level": "CRITICAL",
                     *           "platform": "databricks",
                     *           "current_score": 83.8269,
                     *           "evidence_json": {
                     *             "days_inactive": 64,
                     *             "last_access": "2025-11-28T14:03:00.000Z",
                     *             "peer_usage_pct": 0.04,
                     *             "sensitivity": "pii",
                     *             "contains_pii": true,
                     *             "summary": "Unused for 64 days; 1 of 27 peers uses it; the asset holds PII.",
                     *             "as_of": "2026-01-31T09:30:00.000Z",
                     *             "score": {
                     *               "current": 83.8269,
                     *               "at_generation": 83.8269,
                     *               "risk_level": "critical",
                     *               "likelihood": {
                     *                 "share": 0.8285,
                     *                 "cases": 412,
                     *                 "no_longer_needed": 342
                     *               }
                     *             },
                     *             "last_used": "2025-11-28T14:03:00.000Z",
                     *             "peer_comparison": {
                     *               "department": "Finance",
                     *               "peers": 27,
                     *               "active_peers": 1,
                     *               "share": 0.04,
                     *               "window_days": 90
                     *             },
                     *             "anomaly_flags": [],
                     *             "grants": [
                     *               {
                     *                 "grant_id": "grant-001",
                     *                 "permission": "ReadWrite",
                     *                 "via_group_id": null
                     *               }
                     *             ],
                     *             "activity_timeline": [
                     *               {
                     *                 "week_of": "2025-11-24",
                     *                 "active_days": 3
                     *               }
                     *             ],
                     *             "telemetry": {
                     *               "platform": "databricks",
                     *               "connected": true,
                     *               "coverage": "full",
                     *               "observed_days": 64,
                     *               "unobserved_days": 0,
                     *               "gaps": []
                     *             },
                     *             "principal": {
                     *               "id": "prin-001",
                     *               "display_name": "Amara Okafor"
                     *             },
                     *             "asset": {
                     *               "id": "asset-001",
                     *               "name": "customer_profiles"
                     *             },
                     *             "asked_because": {
                     *               "origin": "threshold",
                     *               "reason": null,
                     *               "notes": null,
                     *               "requested_by": "system"
                     *             },
                     *             "previous_confirmation": null,
                     *             "confirmation": {
                     *               "times_since_use": null,
                     *               "holds_days": 90
                     *             },
                     *             "unanswered": null
                     *           },
                     *           "recommendation": "REVOKE",
                     *           "assigned_to_id": "prin-007",
                     *           "assigned_to_name": "Håkon Myrvold",
                     *           "workflow_id": "0198c0de-7d20-7f3b-8a51-5c6d7e8f9a0b",
                     *           "campaign_id": null,
                     *           "status": "PENDING",
                     *           "origin": "threshold",
                     *           "reason": null,
                     *           "notes": null,
                     *           "requested_by": "system",
                     *           "may_decide": true,
                     *           "decide_refusal": null,
                     *           "removals": [],
                     *           "previous_review_id": null,
                     *           "unanswered_before": 0,
                     *           "first_asked_at": null,
                     *           "priority": 78,
                     *           "priority_parts": [
                     *             {
                     *               "part": "staleness",
                     *               "points": 34,
                     *               "of": 40,
                     *               "because": "its score is 84"
                     *             }
                     *           ],
                     *           "weighed_at": "2026-01-31T09:30:00.000Z",
                     *           "due_at": "2026-02-01T09:30:00.000Z",
                     *           "created_at": "2026-01-31T09:30:00.000Z",
                     *           "closed_at": null
                     *         }
                     *       ],
                     *       "next_cursor": null,
                     *       "total": 1,
                     *       "limit": 50,
                     *       "offset": 0
                     *     }
                     */
                    "application/json": {
                        /** @description Items of the page. */
                        items: components["schemas"]["ListedReview"][];
                        /** @description Pass as cursor for the next page; null on the last. */
                        next_cursor: string | null;
                        /** @description How many items match the filters in all. */
                        total: number;
                        /** @description The page size that was used. */
                        limit: number;
                        /** @description How many items come before this page, when offset was used. */
                        offset: number;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createReview: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat harmless for 24 hours: the first answer is given again, with Idempotency-Replayed: true. Another body under the same key is 409.
                 * @example 0b9f2f5e-6d1c-4b1e-9c55-2f6f0a1d7c11
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "principal_id": "prin-001",
                 *       "asset_id": "asset-004",
                 *       "reason": "manual_trigger",
                 *       "notes": "Left the project."
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Whose access.
                     * @example prin-001
                     */
                    principal_id: string;
                    /**
                     * @description To what.
                     * @example asset-001
                     */
                    asset_id: string;
                    /** @description Why it is asked. */
                    reason?: string;
                    /** @description Shown to the reviewer. */
                    notes?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "review_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "status": "pending",
                     *       "principal_id": "prin-001",
                     *       "asset_id": "asset-004",
                     *       "access_grant_ids": [
                     *         "grant-001"
                     *       ],
                     *       "decay_score": 12.5,
                     *       "risk_level": "LOW",
                     *       "recommendation": "CONFIRM",
                     *       "assigned_to_id": "prin-007",
                     *       "workflow_id": "0198c0de-7d20-7f3b-8a51-5c6d7e8f9a0b",
                     *       "due_at": "2026-02-14T09:30:00.000Z",
                     *       "created_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedReview"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getReview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the review.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "principal_id": "prin-001",
                     *       "principal_name": "Amara Okafor",
                     *       "asset_id": "asset-001",
                     *       "asset_name": "customer_profiles",
                     *       "access_grant_ids": [
                     *         "grant-001"
                     *       ],
                     *       "decay_score": 83.8269,
                     *       "risk_level": "CRITICAL",
                     *       "platform": "databricks",
                     *       "current_score": 83.8269,
                     *       "evidence_json": {
                     *         "days_inactive": 64,
                     *         "last_access": "2025-11-28T14:03:00.000Z",
                     *         "peer_usage_pct": 0.04,
                     *         "sensitivity": "pii",
                     *         "contains_pii": true,
                     *         "summary": "Unused for 64 days; 1 of 27 peers uses it; the asset holds PII.",
                     *         "as_of": "2026-01-31T09:30:00.000Z",
                     *         "score": {
                     *           "current": 83.8269,
                     *           "at_generation": 83.8269,
                     *           "risk_level": "critical",
                     *           "likelihood": {
                     *             "share": 0.8285,
                     *             "cases": 412,
                     *             "no_longer_needed": 342
                     *           }
                     *         },
                     *         "last_used": "2025-11-28T14:03:00.000Z",
                     *         "peer_comparison": {
                     *           "department": "Finance",
                     *           "peers": 27,
                     *           "active_peers": 1,
                     *           "share": 0.04,
                     *           "window_days": 90
                     *         },
                     *         "anomaly_flags": [],
                     *         "grants": [
                     *           {
                     *             "grant_id": "grant-001",
                     *             "permission": "ReadWrite",
                     *             "via_group_id": null
                     *           }
                     *         ],
                     *         "activity_timeline": [
                     *           {
                     *             "week_of": "2025-11-24",
                     *             "active_days": 3
                     *           }
                     *         ],
                     *         "telemetry": {
                     *           "platform": "databricks",
                     *           "connected": true,
                     *           "coverage": "full",
                     *           "observed_days": 64,
                     *           "unobserved_days": 0,
                     *           "gaps": []
                     *         },
                     *         "principal": {
                     *           "id": "prin-001",
                     *           "display_name": "Amara Okafor"
                     *         },
                     *         "asset": {
                     *           "id": "asset-001",
                     *           "name": "customer_profiles"
                     *         },
                     *         "asked_because": {
                     *           "origin": "threshold",
                     *           "reason": null,
                     *           "notes": null,
                     *           "requested_by": "system"
                     *         },
                     *         "previous_confirmation": null,
                     *         "confirmation": {
                     *           "times_since_use": null,
                     *           "holds_days": 90
                     *         },
                     *         "unanswered": null
                     *       },
                     *       "recommendation": "REVOKE",
                     *       "assigned_to_id": "prin-007",
                     *       "assigned_to_name": "Håkon Myrvold",
                     *       "workflow_id": "0198c0de-7d20-7f3b-8a51-5c6d7e8f9a0b",
                     *       "campaign_id": null,
                     *       "status": "PENDING",
                     *       "origin": "threshold",
                     *       "reason": null,
                     *       "notes": null,
                     *       "requested_by": "system",
                     *       "may_decide": true,
                     *       "decide_refusal": null,
                     *       "removals": [],
                     *       "previous_review_id": null,
                     *       "unanswered_before": 0,
                     *       "first_asked_at": null,
                     *       "priority": 78,
                     *       "priority_parts": [
                     *         {
                     *           "part": "staleness",
                     *           "points": 34,
                     *           "of": 40,
                     *           "because": "its score is 84"
                     *         }
                     *       ],
                     *       "weighed_at": "2026-01-31T09:30:00.000Z",
                     *       "due_at": "2026-02-01T09:30:00.000Z",
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "closed_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["Review"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getReviewRemoval: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the review.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "review_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e60",
                     *       "removals": [
                     *         {
                     *           "grant_id": "grant-041",
                     *           "permission": "ReadWrite",
                     *           "action": "remove_group_membership",
                     *           "target": "Migration Team",
                     *           "platform": "synapse",
                     *           "connector_name": null,
                     *           "execution": "person",
                     *           "elsewhere": null,
                     *           "mode": "automatic",
                     *           "undo_window_minutes": 0,
                     *           "also_removes": {
                     *             "total": 0,
                     *             "in_use": 0,
                     *             "items": []
                     *           },
                     *           "guards": [
                     *             {
                     *               "guard": "grant_age",
                     *               "passed": true,
                     *               "message": "The grant is 410 days old.",
                     *               "remedy": null
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["RemediationPreview"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    decideReview: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Makes a repeat harmless for 24 hours: the first answer is given again, with Idempotency-Replayed: true. Another body under the same key is 409.
                 * @example 0b9f2f5e-6d1c-4b1e-9c55-2f6f0a1d7c11
                 */
                "Idempotency-Key": string;
            };
            path: {
                /**
                 * @description Id of the review.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description With `justification` about every grant of the review that has no decision yet, or with `grant_id` and `reason` about one. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "decision": "CONFIRM",
                 *       "justification": "Needed for the audit.",
                 *       "next_review_at": "2026-04-30T00:00:00Z"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description confirm, approve, revoke, escalate, in either case; approve is confirm.
                     * @example REVOKE
                     */
                    decision: string;
                    /** @description Why; required unless grant_id is given. */
                    justification?: string;
                    /**
                     * Format: date-time
                     * @description Of a confirmation: until when it holds, at most a year ahead.
                     * @example 2026-01-31T09:30:00.000Z
                     */
                    next_review_at?: string;
                    /**
                     * @description Of an escalation: to whom.
                     * @example prin-002
                     */
                    escalate_to_id?: string;
                    /**
                     * @description Decide about this grant only.
                     * @example grant-001
                     */
                    grant_id?: string;
                    /** @description Why; with grant_id. */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0de-7d21-7f3b-8a51-5c6d7e8f9a0c",
                     *       "packet_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "review_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "grant_id": "grant-001",
                     *       "grant_ids": [
                     *         "grant-001"
                     *       ],
                     *       "decision": "REVOKE",
                     *       "decided_by": "dev-admin",
                     *       "decided_at": "2026-01-31T10:00:00.000Z",
                     *       "status": "DECIDED",
                     *       "assigned_to_id": "prin-007",
                     *       "next_review_at": null,
                     *       "removals": [
                     *         {
                     *           "id": "0198c0de-7d22-7f3b-8a51-5c6d7e8f9a0d",
                     *           "grant_id": "grant-001",
                     *           "execution": "connector",
                     *           "elsewhere": null,
                     *           "refused_by": [
                     *             {
                     *               "guard": "last_admin",
                     *               "message": "Nobody else could administer customer_profiles.",
                     *               "remedy": "Give another active principal admin or owner access, then retry."
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["DecisionRecord"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    decideReviewInBulk: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat harmless for 24 hours: the first answer is given again, with Idempotency-Replayed: true. Another body under the same key is 409.
                 * @example 0b9f2f5e-6d1c-4b1e-9c55-2f6f0a1d7c11
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the review.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "decisions": [
                 *         {
                 *           "grant_id": "grant-001",
                 *           "decision": "revoke",
                 *           "reason": "Unused."
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    decisions: {
                        /**
                         * @description A grant of the review.
                         * @example grant-001
                         */
                        grant_id: string;
                        /**
                         * @description confirm, approve, revoke, escalate, in either case; approve is confirm.
                         * @example REVOKE
                         */
                        decision: string;
                        /** @description Why. */
                        reason?: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "review_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "processed": 1,
                     *       "results": [
                     *         {
                     *           "grant_id": "grant-001",
                     *           "status": "accepted",
                     *           "detail": null
                     *         }
                     *       ],
                     *       "removals": [
                     *         {
                     *           "id": "0198c0de-7d22-7f3b-8a51-5c6d7e8f9a0d",
                     *           "grant_id": "grant-001",
                     *           "execution": "connector",
                     *           "elsewhere": null,
                     *           "refused_by": [
                     *             {
                     *               "guard": "last_admin",
                     *               "message": "Nobody else could administer customer_profiles.",
                     *               "remedy": "Give another active principal admin or owner access, then retry."
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BulkDecision"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    decideReviewInTutorialForm: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat harmless for 24 hours: the first answer is given again, with Idempotency-Replayed: true. Another body under the same key is 409.
                 * @example 0b9f2f5e-6d1c-4b1e-9c55-2f6f0a1d7c11
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the review.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "decision": "revoke",
                 *       "justification": "No longer on the project."
                 *     }
                 */
                "application/json": {
                    /**
                     * @description confirm, approve, revoke, escalate, in either case; approve is confirm.
                     * @example REVOKE
                     */
                    decision: string;
                    /** @description Why. */
                    justification?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "review_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "status": "completed",
                     *       "decision": "revoke",
                     *       "decided_by": "dev-admin",
                     *       "decided_at": "2026-01-31T10:00:00.000Z",
                     *       "removals": [
                     *         {
                     *           "id": "0198c0de-7d22-7f3b-8a51-5c6d7e8f9a0d",
                     *           "grant_id": "grant-001",
                     *           "execution": "connector",
                     *           "elsewhere": null,
                     *           "refused_by": [
                     *             {
                     *               "guard": "last_admin",
                     *               "message": "Nobody else could administer customer_profiles.",
                     *               "remedy": "Give another active principal admin or owner access, then retry."
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["TutorialDecision"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    askHolderReview: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat harmless for 24 hours: the first answer is given again, with Idempotency-Replayed: true. Another body under the same key is 409.
                 * @example 0b9f2f5e-6d1c-4b1e-9c55-2f6f0a1d7c11
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the review.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0de-7d23-7f3b-8a51-5c6d7e8f9a0e",
                     *       "asked_at": "2026-01-31T10:00:00.000Z",
                     *       "asked_by": "hakon@example.com",
                     *       "expires_at": "2026-02-14T10:00:00.000Z",
                     *       "sent_to": "amara@example.com",
                     *       "sent_at": "2026-01-31T10:00:02.000Z",
                     *       "failed_at": null,
                     *       "mail_error": null,
                     *       "answer": "keep",
                     *       "reason": "Quarterly close.",
                     *       "answered_at": "2026-01-31T14:20:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["HolderQuestion"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getWorkflow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the workflow.
                 * @example 0198c0de-7d20-7f3b-8a51-5c6d7e8f9a0b
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0de-7d20-7f3b-8a51-5c6d7e8f9a0b",
                     *       "review_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "status": "running",
                     *       "review_status": "PENDING",
                     *       "assigned_to_id": "prin-007",
                     *       "started_at": "2026-01-31T09:30:00.000Z",
                     *       "due_at": "2026-02-01T09:30:00.000Z",
                     *       "steps": [
                     *         {
                     *           "step": "opened",
                     *           "status": "done",
                     *           "at": "2026-01-31T09:30:00.000Z",
                     *           "actor": "system",
                     *           "detail": "prin-007 was asked."
                     *         },
                     *         {
                     *           "step": "reminder",
                     *           "status": "next",
                     *           "at": "2026-01-31T21:30:00.000Z",
                     *           "actor": "system",
                     *           "detail": "A reminder when 50 % of the time have passed."
                     *         },
                     *         {
                     *           "step": "deadline",
                     *           "status": "planned",
                     *           "at": "2026-02-01T09:30:00.000Z",
                     *           "actor": "system",
                     *           "detail": "Escalation, or the end of the review."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Workflow"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listCampaigns: {
        parameters: {
            query?: {
                /**
                 * @description Items per page.
                 * @example 50
                 */
                limit?: number;
                /** @description The next_cursor of the previous page, with the same filters. Not together with offset. */
                cursor?: string;
                /**
                 * @description How many items to skip. Not together with cursor, which stays fast however deep.
                 * @example 0
                 */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of campaigns, ordered by id. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *           "name": "Quarterly review of personal data",
                     *           "description": null,
                     *           "status": "open",
                     *           "filter": {
                     *             "classification": "pii"
                     *           },
                     *           "reviewer_ids": null,
                     *           "due_at": "2026-03-01T00:00:00.000Z",
                     *           "created_by": "dev-admin",
                     *           "created_at": "2026-01-31T09:30:00.000Z",
                     *           "generated_at": "2026-01-31T09:30:02.000Z",
                     *           "progress": {
                     *             "grants_total": 180,
                     *             "grants_examined": 180,
                     *             "grants_matched": 42,
                     *             "packets_total": 40,
                     *             "packets_created": 37,
                     *             "packets_joined": 3,
                     *             "packets_elsewhere": 0,
                     *             "pending": 30,
                     *             "escalated": 1,
                     *             "decided": 9,
                     *             "confirmed": 6,
                     *             "revoked": 3,
                     *             "expired": 0,
                     *             "percent": 22
                     *           }
                     *         }
                     *       ],
                     *       "next_cursor": null,
                     *       "total": 1,
                     *       "limit": 50,
                     *       "offset": 0
                     *     }
                     */
                    "application/json": {
                        /** @description Items of the page. */
                        items: components["schemas"]["Campaign"][];
                        /** @description Pass as cursor for the next page; null on the last. */
                        next_cursor: string | null;
                        /** @description How many items match the filters in all. */
                        total: number;
                        /** @description The page size that was used. */
                        limit: number;
                        /** @description How many items come before this page, when offset was used. */
                        offset: number;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createCampaign: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat harmless for 24 hours: the first answer is given again, with Idempotency-Replayed: true. Another body under the same key is 409.
                 * @example 0b9f2f5e-6d1c-4b1e-9c55-2f6f0a1d7c11
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Quarterly review of personal data",
                 *       "filter": {
                 *         "classification": "pii",
                 *         "min_score": 20
                 *       },
                 *       "reviewer_ids": [
                 *         "prin-002",
                 *         "prin-007"
                 *       ]
                 *     }
                 */
                "application/json": {
                    name: string;
                    description?: string;
                    /** @description Which active grants; what is left out does not matter. */
                    filter?: {
                        /**
                         * @description Of the asset.
                         * @example databricks
                         */
                        platform?: string;
                        /**
                         * @description Of the asset.
                         * @enum {string}
                         */
                        classification?: "public" | "internal" | "confidential" | "pii";
                        /**
                         * @description Of the principal.
                         * @example Finance
                         */
                        department?: string;
                        /** @enum {string} */
                        principal_type?: "user" | "service_account" | "group";
                        /**
                         * @description read, write, read_write, admin, owner, or the word of the platform.
                         * @example admin
                         */
                        permission?: string;
                        /** @description Only these principals. */
                        principal_ids?: string[];
                        /** @description Only these assets. */
                        asset_ids?: string[];
                        /** @description Scores of at least this. */
                        min_score?: number;
                    };
                    /**
                     * Format: date-time
                     * @description Of all its reviews; by the policy if left out.
                     * @example 2026-01-31T09:30:00.000Z
                     */
                    due_at?: string;
                    /** @description Who take turns; by the routing of the policy if left out. */
                    reviewer_ids?: string[];
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "name": "Quarterly review of personal data",
                     *       "description": null,
                     *       "status": "open",
                     *       "filter": {
                     *         "classification": "pii"
                     *       },
                     *       "reviewer_ids": null,
                     *       "due_at": "2026-03-01T00:00:00.000Z",
                     *       "created_by": "dev-admin",
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "generated_at": "2026-01-31T09:30:02.000Z",
                     *       "progress": {
                     *         "grants_total": 180,
                     *         "grants_examined": 180,
                     *         "grants_matched": 42,
                     *         "packets_total": 40,
                     *         "packets_created": 37,
                     *         "packets_joined": 3,
                     *         "packets_elsewhere": 0,
                     *         "pending": 30,
                     *         "escalated": 1,
                     *         "decided": 9,
                     *         "confirmed": 6,
                     *         "revoked": 3,
                     *         "expired": 0,
                     *         "percent": 22
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the campaign.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "name": "Quarterly review of personal data",
                     *       "description": null,
                     *       "status": "open",
                     *       "filter": {
                     *         "classification": "pii"
                     *       },
                     *       "reviewer_ids": null,
                     *       "due_at": "2026-03-01T00:00:00.000Z",
                     *       "created_by": "dev-admin",
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "generated_at": "2026-01-31T09:30:02.000Z",
                     *       "progress": {
                     *         "grants_total": 180,
                     *         "grants_examined": 180,
                     *         "grants_matched": 42,
                     *         "packets_total": 40,
                     *         "packets_created": 37,
                     *         "packets_joined": 3,
                     *         "packets_elsewhere": 0,
                     *         "pending": 30,
                     *         "escalated": 1,
                     *         "decided": 9,
                     *         "confirmed": 6,
                     *         "revoked": 3,
                     *         "expired": 0,
                     *         "percent": 22
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listSubstitutes: {
        parameters: {
            query?: {
                /**
                 * @description Items per page.
                 * @example 50
                 */
                limit?: number;
                /** @description The next_cursor of the previous page, with the same filters. Not together with offset. */
                cursor?: string;
                /**
                 * @description How many items to skip. Not together with cursor, which stays fast however deep.
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description Only substitutes of this principal.
                 * @example prin-007
                 */
                principal_id?: string;
                /**
                 * @description Only where this principal is the substitute.
                 * @example prin-012
                 */
                substitute_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Who may decide for whom. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e60",
                     *           "principal_id": "prin-007",
                     *           "principal_name": "Håkon Myrvold",
                     *           "substitute_id": "prin-012",
                     *           "substitute_name": "Zoë Lindqvist",
                     *           "starts_at": "2026-07-01T00:00:00.000Z",
                     *           "ends_at": "2026-07-21T00:00:00.000Z",
                     *           "named_by": "hakon.myrvold@example.com",
                     *           "created_at": "2026-06-20T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": null,
                     *       "total": 1,
                     *       "limit": 50,
                     *       "offset": 0
                     *     }
                     */
                    "application/json": {
                        /** @description Items of the page. */
                        items: components["schemas"]["Substitute"][];
                        /** @description Pass as cursor for the next page; null on the last. */
                        next_cursor: string | null;
                        /** @description How many items match the filters in all. */
                        total: number;
                        /** @description The page size that was used. */
                        limit: number;
                        /** @description How many items come before this page, when offset was used. */
                        offset: number;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createSubstitute: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat harmless for 24 hours: the first answer is given again, with Idempotency-Replayed: true. Another body under the same key is 409.
                 * @example 0b9f2f5e-6d1c-4b1e-9c55-2f6f0a1d7c11
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "principal_id": "prin-007",
                 *       "substitute_id": "prin-012",
                 *       "starts_at": "2026-07-01T00:00:00Z",
                 *       "ends_at": "2026-07-21T00:00:00Z"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Whose reviews may be decided.
                     * @example prin-007
                     */
                    principal_id: string;
                    /**
                     * @description Who may decide them.
                     * @example prin-012
                     */
                    substitute_id: string;
                    /**
                     * Format: date-time
                     * @description Now when absent.
                     * @example 2026-01-31T09:30:00.000Z
                     */
                    starts_at?: string;
                    /**
                     * Format: date-time
                     * @description Until it is removed when absent.
                     * @example 2026-01-31T09:30:00.000Z
                     */
                    ends_at?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e60",
                     *       "principal_id": "prin-007",
                     *       "principal_name": "Håkon Myrvold",
                     *       "substitute_id": "prin-012",
                     *       "substitute_name": "Zoë Lindqvist",
                     *       "starts_at": "2026-07-01T00:00:00.000Z",
                     *       "ends_at": "2026-07-21T00:00:00.000Z",
                     *       "named_by": "hakon.myrvold@example.com",
                     *       "created_at": "2026-06-20T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Substitute"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteSubstitute: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the substitute.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e60
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e60",
                     *       "principal_id": "prin-007",
                     *       "principal_name": "Håkon Myrvold",
                     *       "substitute_id": "prin-012",
                     *       "substitute_name": "Zoë Lindqvist",
                     *       "starts_at": "2026-07-01T00:00:00.000Z",
                     *       "ends_at": "2026-07-21T00:00:00.000Z",
                     *       "named_by": "hakon.myrvold@example.com",
                     *       "created_at": "2026-06-20T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Substitute"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listDecisions: {
        parameters: {
            query?: {
                /**
                 * @description Items per page.
                 * @example 50
                 */
                limit?: number;
                /** @description The next_cursor of the previous page, with the same filters. Not together with offset. */
                cursor?: string;
                /**
                 * @description How many items to skip. Not together with cursor, which stays fast however deep.
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description Only decisions about the access of this principal.
                 * @example prin-001
                 */
                principal_id?: string;
                /**
                 * @description Only decisions about access to this asset.
                 * @example asset-001
                 */
                asset_id?: string;
                /**
                 * @description The same by name: an id, an e-mail, or words that begin words of the name.
                 * @example amara oka
                 */
                principal?: string;
                /**
                 * @description The same by name: an id, or words that begin words of the name or a tag.
                 * @example customer
                 */
                asset?: string;
                /**
                 * @description Only decisions of this review.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
                 */
                review_id?: string;
                /**
                 * @description Only these.
                 * @example REVOKE
                 */
                decision?: "CONFIRM" | "REVOKE";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of decisions, the latest first. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *           "review_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e60",
                     *           "grant_id": "grant-001",
                     *           "decision": "REVOKE",
                     *           "reason": "no longer in Claims",
                     *           "decided_by": "hakon@example.com",
                     *           "decided_by_name": "Håkon Myrvold",
                     *           "decided_at": "2026-01-31T09:30:00.000Z",
                     *           "next_review_at": null,
                     *           "principal_id": "prin-001",
                     *           "principal_name": "Amara Okafor",
                     *           "asset_id": "asset-001",
                     *           "asset_name": "customer_profiles",
                     *           "permission": "read",
                     *           "via_group_id": null,
                     *           "review_status": "DECIDED",
                     *           "decay_score": 83.8269,
                     *           "risk_level": "CRITICAL",
                     *           "recommendation": "REVOKE",
                     *           "remediation_id": "0198c0de-7d20-7f3b-8a51-5c6d7e8f9a0b",
                     *           "remediation_status": "completed",
                     *           "remediation_error": null,
                     *           "execution": "connector",
                     *           "attested_by": null,
                     *           "attested_at": null,
                     *           "completed_at": "2026-01-31T09:31:00.000Z",
                     *           "verified_at": "2026-01-31T09:31:00.000Z",
                     *           "reverted_at": null,
                     *           "audit_entry_id": "0198c0de-7d20-7f3b-8a51-5c6d7e8f9a0c",
                     *           "audit_position": 20
                     *         }
                     *       ],
                     *       "next_cursor": null,
                     *       "total": 1,
                     *       "limit": 50,
                     *       "offset": 0
                     *     }
                     */
                    "application/json": {
                        /** @description Items of the page. */
                        items: components["schemas"]["DecisionItem"][];
                        /** @description Pass as cursor for the next page; null on the last. */
                        next_cursor: string | null;
                        /** @description How many items match the filters in all. */
                        total: number;
                        /** @description The page size that was used. */
                        limit: number;
                        /** @description How many items come before this page, when offset was used. */
                        offset: number;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listRules: {
        parameters: {
            query?: {
                /**
                 * @description Items per page.
                 * @example 50
                 */
                limit?: number;
                /** @description The next_cursor of the previous page, with the same filters. Not together with offset. */
                cursor?: string;
                /**
                 * @description How many items to skip. Not together with cursor, which stays fast however deep.
                 * @example 0
                 */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Rules that decide without a question. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e70",
                     *           "name": "Leavers",
                     *           "kind": "leaver",
                     *           "days": 30,
                     *           "cap_per_day": 25,
                     *           "owner_id": "prin-007",
                     *           "expires_at": "2026-12-31T00:00:00.000Z",
                     *           "permissions": [],
                     *           "owner_name": "Håkon Myrvold",
                     *           "is_on": true,
                     *           "off_because": "new",
                     *           "paused_because": null,
                     *           "decided_today": 3,
                     *           "decided": 41,
                     *           "held": 6,
                     *           "version": 1,
                     *           "created_by": "ann@x.example",
                     *           "created_at": "2026-01-31T09:30:00.000Z",
                     *           "changed_by": "ann@x.example",
                     *           "changed_at": "2026-01-31T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": null,
                     *       "total": 1,
                     *       "limit": 50,
                     *       "offset": 0
                     *     }
                     */
                    "application/json": {
                        /** @description Items of the page. */
                        items: components["schemas"]["Rule"][];
                        /** @description Pass as cursor for the next page; null on the last. */
                        next_cursor: string | null;
                        /** @description How many items match the filters in all. */
                        total: number;
                        /** @description The page size that was used. */
                        limit: number;
                        /** @description How many items come before this page, when offset was used. */
                        offset: number;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createRule: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat harmless for 24 hours: the first answer is given again, with Idempotency-Replayed: true. Another body under the same key is 409.
                 * @example 0b9f2f5e-6d1c-4b1e-9c55-2f6f0a1d7c11
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Leavers",
                 *       "kind": "leaver",
                 *       "days": 30,
                 *       "cap_per_day": 25,
                 *       "owner_id": "prin-007",
                 *       "expires_at": "2026-12-31T00:00:00.000Z"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Decisions and entries carry it.
                     * @example Leavers
                     */
                    name: string;
                    /**
                     * @description leaver: accounts that have been observed to be disabled for `days`; never_used: access that was never used in `days` in which its use was watched without a gap.
                     * @example leaver
                     * @enum {string}
                     */
                    kind: "leaver" | "never_used";
                    /**
                     * @description Of leavers 0 to 365, of what was never used 90 to 730.
                     * @example 30
                     */
                    days: number;
                    /**
                     * @description So many grants are decided a day at most, from midnight to midnight UTC; the others wait.
                     * @example 25
                     */
                    cap_per_day: number;
                    /**
                     * @description Who answers for it. While that account is disabled or gone, the rule is paused.
                     * @example prin-007
                     */
                    owner_id: string;
                    /**
                     * Format: date-time
                     * @description It decides nothing after that; at most a year ahead.
                     * @example 2026-01-31T09:30:00.000Z
                     */
                    expires_at: string;
                    /** @description Of never_used: which permissions it is about, `read` unless given. Of leavers none: it is about all. */
                    permissions?: ("read" | "write" | "read_write" | "admin" | "owner")[];
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e70",
                     *       "name": "Leavers",
                     *       "kind": "leaver",
                     *       "days": 30,
                     *       "cap_per_day": 25,
                     *       "owner_id": "prin-007",
                     *       "expires_at": "2026-12-31T00:00:00.000Z",
                     *       "permissions": [],
                     *       "owner_name": "Håkon Myrvold",
                     *       "is_on": true,
                     *       "off_because": "new",
                     *       "paused_because": null,
                     *       "decided_today": 3,
                     *       "decided": 41,
                     *       "held": 6,
                     *       "version": 1,
                     *       "created_by": "ann@x.example",
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "changed_by": "ann@x.example",
                     *       "changed_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Rule"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the rule.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e70
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e70",
                     *       "name": "Leavers",
                     *       "kind": "leaver",
                     *       "days": 30,
                     *       "cap_per_day": 25,
                     *       "owner_id": "prin-007",
                     *       "expires_at": "2026-12-31T00:00:00.000Z",
                     *       "permissions": [],
                     *       "owner_name": "Håkon Myrvold",
                     *       "is_on": true,
                     *       "off_because": "new",
                     *       "paused_because": null,
                     *       "decided_today": 3,
                     *       "decided": 41,
                     *       "held": 6,
                     *       "version": 1,
                     *       "created_by": "ann@x.example",
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "changed_by": "ann@x.example",
                     *       "changed_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Rule"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    replaceRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the rule.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e70
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Leavers",
                 *       "kind": "leaver",
                 *       "days": 30,
                 *       "cap_per_day": 25,
                 *       "owner_id": "prin-007",
                 *       "expires_at": "2026-12-31T00:00:00.000Z",
                 *       "expected_version": 1
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Decisions and entries carry it.
                     * @example Leavers
                     */
                    name: string;
                    /**
                     * @description leaver: accounts that have been observed to be disabled for `days`; never_used: access that was never used in `days` in which its use was watched without a gap.
                     * @example leaver
                     * @enum {string}
                     */
                    kind: "leaver" | "never_used";
                    /**
                     * @description Of leavers 0 to 365, of what was never used 90 to 730.
                     * @example 30
                     */
                    days: number;
                    /**
                     * @description So many grants are decided a day at most, from midnight to midnight UTC; the others wait.
                     * @example 25
                     */
                    cap_per_day: number;
                    /**
                     * @description Who answers for it. While that account is disabled or gone, the rule is paused.
                     * @example prin-007
                     */
                    owner_id: string;
                    /**
                     * Format: date-time
                     * @description It decides nothing after that; at most a year ahead.
                     * @example 2026-01-31T09:30:00.000Z
                     */
                    expires_at: string;
                    /** @description Of never_used: which permissions it is about, `read` unless given. Of leavers none: it is about all. */
                    permissions?: ("read" | "write" | "read_write" | "admin" | "owner")[];
                    /** @description Refused with 409 unless this version is there. */
                    expected_version?: number;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e70",
                     *       "name": "Leavers",
                     *       "kind": "leaver",
                     *       "days": 30,
                     *       "cap_per_day": 25,
                     *       "owner_id": "prin-007",
                     *       "expires_at": "2026-12-31T00:00:00.000Z",
                     *       "permissions": [],
                     *       "owner_name": "Håkon Myrvold",
                     *       "is_on": true,
                     *       "off_because": "new",
                     *       "paused_because": null,
                     *       "decided_today": 3,
                     *       "decided": 41,
                     *       "held": 6,
                     *       "version": 1,
                     *       "created_by": "ann@x.example",
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "changed_by": "ann@x.example",
                     *       "changed_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Rule"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the rule.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e70
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e70",
                     *       "name": "Leavers",
                     *       "kind": "leaver",
                     *       "days": 30,
                     *       "cap_per_day": 25,
                     *       "owner_id": "prin-007",
                     *       "expires_at": "2026-12-31T00:00:00.000Z",
                     *       "permissions": [],
                     *       "owner_name": "Håkon Myrvold",
                     *       "is_on": true,
                     *       "off_because": "new",
                     *       "paused_because": null,
                     *       "decided_today": 3,
                     *       "decided": 41,
                     *       "held": 6,
                     *       "version": 1,
                     *       "created_by": "ann@x.example",
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "changed_by": "ann@x.example",
                     *       "changed_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Rule"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    previewRule: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat harmless for 24 hours: the first answer is given again, with Idempotency-Replayed: true. Another body under the same key is 409.
                 * @example 0b9f2f5e-6d1c-4b1e-9c55-2f6f0a1d7c11
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the rule.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e70
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "rule_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e70",
                     *       "version": 1,
                     *       "as_of": "2026-01-31T09:30:00.000Z",
                     *       "from": "2025-11-03T00:00:00.000Z",
                     *       "days": [
                     *         {
                     *           "date": "2025-11-03",
                     *           "ready": 40,
                     *           "decided": 25
                     *         }
                     *       ],
                     *       "ready": 40,
                     *       "decided": 25,
                     *       "waiting": 15,
                     *       "used_again": 0,
                     *       "confirmed": 1,
                     *       "granted_again": 1,
                     *       "enabled_again": 0,
                     *       "wrong": 2,
                     *       "not_known": [
                     *         "Before 2025-12-01T09:30:00.000Z it was not observed which accounts are disabled."
                     *       ],
                     *       "seen": {
                     *         "count": 12,
                     *         "mark": "b1pX0f3Wm2q8Zc5sYt7uKd4eRg6hJn9a"
                     *       },
                     *       "sample": [
                     *         {
                     *           "grant_id": "grant-001",
                     *           "principal_id": "prin-001",
                     *           "principal_name": "Amara Okafor",
                     *           "asset_id": "asset-001",
                     *           "asset_name": "customer_profiles",
                     *           "permission": "read",
                     *           "since": "2025-12-01T09:30:00.000Z",
                     *           "ready_at": "2025-12-31T09:30:00.000Z",
                     *           "open_review_id": null,
                     *           "refused_by": []
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["RulePreview"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    switchOnRule: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat harmless for 24 hours: the first answer is given again, with Idempotency-Replayed: true. Another body under the same key is 409.
                 * @example 0b9f2f5e-6d1c-4b1e-9c55-2f6f0a1d7c11
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the rule.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e70
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "seen": {
                 *         "count": 12,
                 *         "mark": "b1pX0f3Wm2q8Zc5sYt7uKd4eRg6hJn9a"
                 *       }
                 *     }
                 */
                "application/json": {
                    seen: {
                        /** @description Grants that it would decide now, with no cap. */
                        count: number;
                        /** @description Of the settings and of these grants. */
                        mark: string;
                    };
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e70",
                     *       "name": "Leavers",
                     *       "kind": "leaver",
                     *       "days": 30,
                     *       "cap_per_day": 25,
                     *       "owner_id": "prin-007",
                     *       "expires_at": "2026-12-31T00:00:00.000Z",
                     *       "permissions": [],
                     *       "owner_name": "Håkon Myrvold",
                     *       "is_on": true,
                     *       "off_because": "new",
                     *       "paused_because": null,
                     *       "decided_today": 3,
                     *       "decided": 41,
                     *       "held": 6,
                     *       "version": 1,
                     *       "created_by": "ann@x.example",
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "changed_by": "ann@x.example",
                     *       "changed_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Rule"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    switchOffRule: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat harmless for 24 hours: the first answer is given again, with Idempotency-Replayed: true. Another body under the same key is 409.
                 * @example 0b9f2f5e-6d1c-4b1e-9c55-2f6f0a1d7c11
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the rule.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e70
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e70",
                     *       "name": "Leavers",
                     *       "kind": "leaver",
                     *       "days": 30,
                     *       "cap_per_day": 25,
                     *       "owner_id": "prin-007",
                     *       "expires_at": "2026-12-31T00:00:00.000Z",
                     *       "permissions": [],
                     *       "owner_name": "Håkon Myrvold",
                     *       "is_on": true,
                     *       "off_because": "new",
                     *       "paused_because": null,
                     *       "decided_today": 3,
                     *       "decided": 41,
                     *       "held": 6,
                     *       "version": 1,
                     *       "created_by": "ann@x.example",
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "changed_by": "ann@x.example",
                     *       "changed_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Rule"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getRuleHeld: {
        parameters: {
            query?: {
                /**
                 * @description Items per page.
                 * @example 50
                 */
                limit?: number;
                /** @description The next_cursor of the previous page, with the same filters. Not together with offset. */
                cursor?: string;
                /**
                 * @description How many items to skip. Not together with cursor, which stays fast however deep.
                 * @example 0
                 */
                offset?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the rule.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e70
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Questions that are not asked, because the rule is going to decide them within 30 days. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e71",
                     *           "principal_id": "prin-001",
                     *           "principal_name": "Amara Okafor",
                     *           "asset_id": "asset-001",
                     *           "asset_name": "customer_profiles",
                     *           "held_since": "2026-01-31T09:30:00.000Z",
                     *           "decides_at": "2026-02-14T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": null,
                     *       "total": 1,
                     *       "limit": 50,
                     *       "offset": 0
                     *     }
                     */
                    "application/json": {
                        /** @description Items of the page. */
                        items: components["schemas"]["HeldQuestion"][];
                        /** @description Pass as cursor for the next page; null on the last. */
                        next_cursor: string | null;
                        /** @description How many items match the filters in all. */
                        total: number;
                        /** @description The page size that was used. */
                        limit: number;
                        /** @description How many items come before this page, when offset was used. */
                        offset: number;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getOutcomesRegret: {
        parameters: {
            query?: {
                /**
                 * @description Only what was decided then or later; 90 days before `to` unless given.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                from?: string;
                /**
                 * @description Only what was decided before then; now unless given.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "from": "2025-11-02T09:30:00.000Z",
                     *       "to": "2026-01-31T09:30:00.000Z",
                     *       "is_complete": true,
                     *       "all": {
                     *         "revocations": 318,
                     *         "judged": 214,
                     *         "not_yet_judged": 104,
                     *         "regretted": 5,
                     *         "cases": 212,
                     *         "cases_regretted": 3,
                     *         "share": 0.014150943396226415
                     *       },
                     *       "reviewers": 1,
                     *       "by_reviewer": [
                     *         {
                     *           "decided_by": "hakon@example.com",
                     *           "decided_by_name": "Håkon Myrvold",
                     *           "revocations": 318,
                     *           "judged": 214,
                     *           "not_yet_judged": 104,
                     *           "regretted": 5,
                     *           "cases": 212,
                     *           "cases_regretted": 3,
                     *           "share": 0.014150943396226415
                     *         }
                     *       ],
                     *       "by_rule": [
                     *         {
                     *           "rule": "the rule \"Leavers\" of ann@x.example",
                     *           "revocations": 318,
                     *           "judged": 214,
                     *           "not_yet_judged": 104,
                     *           "regretted": 5,
                     *           "cases": 212,
                     *           "cases_regretted": 3,
                     *           "share": 0.014150943396226415
                     *         }
                     *       ],
                     *       "by_platform": [
                     *         {
                     *           "platform": "fabric",
                     *           "revocations": 318,
                     *           "judged": 214,
                     *           "not_yet_judged": 104,
                     *           "regretted": 5,
                     *           "cases": 212,
                     *           "cases_regretted": 3,
                     *           "share": 0.014150943396226415
                     *         }
                     *       ],
                     *       "by_recommendation": [
                     *         {
                     *           "recommendation": "REVOKE",
                     *           "revocations": 318,
                     *           "judged": 214,
                     *           "not_yet_judged": 104,
                     *           "regretted": 5,
                     *           "cases": 212,
                     *           "cases_regretted": 3,
                     *           "share": 0.014150943396226415
                     *         }
                     *       ],
                     *       "by_decided_through": [
                     *         {
                     *           "decided_through": "person",
                     *           "revocations": 318,
                     *           "judged": 214,
                     *           "not_yet_judged": 104,
                     *           "regretted": 5,
                     *           "cases": 212,
                     *           "cases_regretted": 3,
                     *           "share": 0.014150943396226415
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Regret"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getOutcomesRegretted: {
        parameters: {
            query?: {
                /**
                 * @description Items per page.
                 * @example 50
                 */
                limit?: number;
                /** @description The next_cursor of the previous page, with the same filters. Not together with offset. */
                cursor?: string;
                /**
                 * @description How many items to skip. Not together with cursor, which stays fast however deep.
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description Only what was decided then or later; 90 days before `to` unless given.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                from?: string;
                /**
                 * @description Only what was decided before then; now unless given.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                to?: string;
                /**
                 * @description Only what this person decided, as it was recorded.
                 * @example hakon@example.com
                 */
                decided_by?: string;
                /**
                 * @description Only what this rule decided, as it was recorded.
                 * @example the rule "Leavers" of ann@x.example
                 */
                rule?: string;
                /**
                 * @description Only on this platform.
                 * @example fabric
                 */
                platform?: string;
                /**
                 * @description Only what had this recommendation.
                 * @example REVOKE
                 */
                recommendation?: "REVOKE" | "REVIEW" | "CONFIRM";
                /**
                 * @description Only what was decided in this way.
                 * @example group
                 */
                decided_through?: "person" | "group" | "rule" | "system";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of grants that were revoked and missed, the latest decisions first. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *           "review_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e60",
                     *           "grant_id": "grant-001",
                     *           "principal_id": "prin-001",
                     *           "principal_name": "Amara Okafor",
                     *           "asset_id": "asset-001",
                     *           "asset_name": "customer_profiles",
                     *           "platform": "fabric",
                     *           "permission": "read",
                     *           "reason": "no longer in Claims",
                     *           "recommendation": "REVOKE",
                     *           "decided_through": "person",
                     *           "decided_by": "hakon@example.com",
                     *           "decided_by_name": "Håkon Myrvold",
                     *           "decided_at": "2026-01-12T09:30:00.000Z",
                     *           "remediation_id": "0198c0de-7d20-7f3b-8a51-5c6d7e8f9a0b",
                     *           "removed_at": "2026-01-12T09:46:00.000Z",
                     *           "shown_by": "granted_again",
                     *           "shown_at": "2026-01-20T14:05:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": null,
                     *       "total": 1,
                     *       "limit": 50,
                     *       "offset": 0,
                     *       "from": "2025-11-02T09:30:00.000Z",
                     *       "to": "2026-01-31T09:30:00.000Z",
                     *       "is_complete": true
                     *     }
                     */
                    "application/json": {
                        /** @description Items of the page. */
                        items: components["schemas"]["RegrettedRevocation"][];
                        /** @description Pass as cursor for the next page; null on the last. */
                        next_cursor: string | null;
                        /** @description How many items match the filters in all. */
                        total: number;
                        /** @description The page size that was used. */
                        limit: number;
                        /** @description How many items come before this page, when offset was used. */
                        offset: number;
                        /**
                         * Format: date-time
                         * @description Decided then or later.
                         * @example 2026-01-31T09:30:00.000Z
                         */
                        from: string;
                        /**
                         * Format: date-time
                         * @description Decided before then.
                         * @example 2026-01-31T09:30:00.000Z
                         */
                        to: string;
                        /** @description false: the period has more than 20,000 revocations, of which these are the latest. Ask for a shorter one. */
                        is_complete: boolean;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listOutcomesReviewers: {
        parameters: {
            query?: {
                /**
                 * @description Only what was decided then or later; 90 days before `to` unless given.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                from?: string;
                /**
                 * @description Only what was decided before then; now unless given.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "from": "2025-11-02T09:30:00.000Z",
                     *       "to": "2026-01-31T09:30:00.000Z",
                     *       "is_complete": true,
                     *       "reviewers_with_fewer": 4,
                     *       "items": [
                     *         {
                     *           "decided_by": "hakon@example.com",
                     *           "decided_by_name": "Håkon Myrvold",
                     *           "decisions": 240,
                     *           "group_decisions": 6,
                     *           "confirmations": 180,
                     *           "confirmation_share": 0.75,
                     *           "quick": 24,
                     *           "quick_rows": 2,
                     *           "quick_share": 0.1,
                     *           "confirmed_grants": 410,
                     *           "revoked_since": 6,
                     *           "used_since": 300,
                     *           "not_used": 54,
                     *           "still_confirmed": 50,
                     *           "not_needed_share": 0.16666666666666666
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ReviewerAnswers"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getOrganisation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "Northwind Mutual Insurance",
                     *       "changed_by": "ada.okafor@example.com",
                     *       "changed_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Organisation"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    replaceOrganisation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Northwind Mutual Insurance"
                 *     }
                 */
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "Northwind Mutual Insurance",
                     *       "changed_by": "ada.okafor@example.com",
                     *       "changed_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Organisation"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listAuditEntries: {
        parameters: {
            query?: {
                /**
                 * @description Items per page.
                 * @example 50
                 */
                limit?: number;
                /** @description The next_cursor of the previous page, with the same filters. Not together with offset. */
                cursor?: string;
                /**
                 * @description How many items to skip. Not together with cursor, which stays fast however deep.
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description Only entries about this principal.
                 * @example prin-001
                 */
                principal_id?: string;
                /**
                 * @description Only entries of this review.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
                 */
                review_id?: string;
                /**
                 * @description Only entries about access to this asset.
                 * @example asset-001
                 */
                asset_id?: string;
                /**
                 * @description Only entries about the principals of this name: an id, an e-mail, or words that begin words of the name.
                 * @example amara oka
                 */
                principal?: string;
                /**
                 * @description Only entries about the assets of this name: an id, or words that begin words of the name or a tag.
                 * @example customer
                 */
                asset?: string;
                /**
                 * @description Only entries of this type.
                 * @example score.threshold_crossed
                 */
                event_type?: string;
                /**
                 * @description Only what this actor did: a label, an id, an e-mail, a name, or the word system.
                 * @example system
                 */
                actor?: string;
                /**
                 * @description Only what was recorded then or later.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                from?: string;
                /**
                 * @description Only what was recorded before then.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                to?: string;
                /**
                 * @description desc: newest first.
                 * @example desc
                 */
                order?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of audit entries, newest first. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *           "principal_id": "prin-001",
                     *           "review_id": null,
                     *           "asset_id": null,
                     *           "event_type": "score.threshold_crossed",
                     *           "description": "The score of Amara Okafor rose above 80.",
                     *           "actor": "system",
                     *           "timestamp": "2026-01-31T09:30:00.000Z",
                     *           "occurred_at": "2026-01-31T09:29:58.000Z",
                     *           "data": {
                     *             "threshold": 80,
                     *             "direction": "above"
                     *           },
                     *           "position": 20,
                     *           "integrity": "verified"
                     *         }
                     *       ],
                     *       "next_cursor": null,
                     *       "total": 1,
                     *       "limit": 50,
                     *       "offset": 0
                     *     }
                     */
                    "application/json": {
                        /** @description Items of the page. */
                        items: components["schemas"]["AuditEntry"][];
                        /** @description Pass as cursor for the next page; null on the last. */
                        next_cursor: string | null;
                        /** @description How many items match the filters in all. */
                        total: number;
                        /** @description The page size that was used. */
                        limit: number;
                        /** @description How many items come before this page, when offset was used. */
                        offset: number;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getAuditCheckpoint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The checkpoint. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "origin": "lapse-audit/contoso/0198c0de-0000-7000-8000-000000000001",
                     *       "tree_size": 21,
                     *       "root_hash": "qUwSm4MVXEbJOw3YQeQXRAYtdiLbqKjMh2g0VOcYDuk=",
                     *       "signed_at": "2026-01-31T09:30:02.000Z",
                     *       "note": "lapse-audit/contoso/0198c0de-0000-7000-8000-000000000001\n21\nqUwSm4MVXEbJOw3YQeQXRAYtdiLbqKjMh2g0VOcYDuk=\n\n— lapse-audit/contoso/0198c0de-0000-7000-8000-000000000001 Gis8TQ…\n"
                     *     }
                     */
                    "application/json": components["schemas"]["AuditCheckpoint"];
                    /**
                     * @example lapse-audit/contoso/0198c0de-0000-7000-8000-000000000001
                     *     21
                     *     qUwSm4MVXEbJOw3YQeQXRAYtdiLbqKjMh2g0VOcYDuk=
                     *
                     *     — lapse-audit/contoso/0198c0de-0000-7000-8000-000000000001 Gis8TQ…
                     */
                    "text/plain": string;
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getAuditKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "origin": "lapse-audit/contoso/0198c0de-0000-7000-8000-000000000001",
                     *       "key_id": "1a2b3c4d",
                     *       "algorithm": "Ed25519",
                     *       "public_key": "Gb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=",
                     *       "key": "lapse-audit/contoso/0198c0de-0000-7000-8000-000000000001+1a2b3c4d+ARm/RAlphM3+hUG6wWfcO5bIUIaqMLa2ywxcOK1wMWbh"
                     *     }
                     */
                    "application/json": components["schemas"]["AuditKey"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listAuditStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "state": "signed",
                     *       "tree_size": 21,
                     *       "signed_at": "2026-01-31T09:30:02.000Z",
                     *       "pending": 0,
                     *       "oldest_pending_seconds": 0,
                     *       "trouble": null,
                     *       "trouble_since": null
                     *     }
                     */
                    "application/json": components["schemas"]["AuditStatus"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    proveAuditConsistency: {
        parameters: {
            query: {
                /**
                 * @description Size of the earlier tree.
                 * @example 20
                 */
                from: number;
                /**
                 * @description Size of the later tree; the latest checkpoint unless given.
                 * @example 21
                 */
                to?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "from": {
                     *         "tree_size": 20,
                     *         "root_hash": "HvS8jYHxQcDcJbxO3jTAeKIv0pCBFDGQDXWHPS2Pgcc=",
                     *         "checkpoint": null
                     *       },
                     *       "to": {
                     *         "tree_size": 21,
                     *         "root_hash": "qUwSm4MVXEbJOw3YQeQXRAYtdiLbqKjMh2g0VOcYDuk=",
                     *         "checkpoint": "lapse-audit/contoso/0198c0de-0000-7000-8000-000000000001\n21\nqUwSm4MVXEbJOw3YQeQXRAYtdiLbqKjMh2g0VOcYDuk=\n\n— lapse-audit/contoso/0198c0de-0000-7000-8000-000000000001 Gis8TQ…\n"
                     *       },
                     *       "hashes": [
                     *         "YkFZ5J2Zp5E2sPZr6eFzBAKaFpTjeA0ntT3J0P+7EPo="
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AuditConsistency"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    exportAudit: {
        parameters: {
            query?: {
                /**
                 * @description Leave out the first entries; they are proved by their hashes.
                 * @example 0
                 */
                from_size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bundle. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {"format":"lapse-audit-bundle/1",…}
                     *     {"id":"0198c0de-…",…}
                     *     {"leaf_hashes":"YkFZ…"}
                     *     {"end":1,"outside":0}
                     */
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getAuditEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the audit entry.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "principal_id": "prin-001",
                     *       "review_id": null,
                     *       "asset_id": null,
                     *       "event_type": "score.threshold_crossed",
                     *       "description": "The score of Amara Okafor rose above 80.",
                     *       "actor": "system",
                     *       "timestamp": "2026-01-31T09:30:00.000Z",
                     *       "occurred_at": "2026-01-31T09:29:58.000Z",
                     *       "data": {
                     *         "threshold": 80,
                     *         "direction": "above"
                     *       },
                     *       "position": 20,
                     *       "integrity": "verified"
                     *     }
                     */
                    "application/json": components["schemas"]["AuditEntry"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    proveAuditEntry: {
        parameters: {
            query?: {
                /**
                 * @description Prove it for the tree of this size; the latest checkpoint unless given.
                 * @example 21
                 */
                tree_size?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the audit entry.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "position": 20,
                     *       "tree_size": 21,
                     *       "root_hash": "qUwSm4MVXEbJOw3YQeQXRAYtdiLbqKjMh2g0VOcYDuk=",
                     *       "checkpoint": "lapse-audit/contoso/0198c0de-0000-7000-8000-000000000001\n21\nqUwSm4MVXEbJOw3YQeQXRAYtdiLbqKjMh2g0VOcYDuk=\n\n— lapse-audit/contoso/0198c0de-0000-7000-8000-000000000001 Gis8TQ…\n",
                     *       "entry": "{\"id\":\"0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f\",\"timestamp\":\"2026-01-31T09:30:00Z\",…}",
                     *       "leaf_hash": "YkFZ5J2Zp5E2sPZr6eFzBAKaFpTjeA0ntT3J0P+7EPo=",
                     *       "hashes": [
                     *         "HvS8jYHxQcDcJbxO3jTAeKIv0pCBFDGQDXWHPS2Pgcc="
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AuditInclusion"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listReportsSchedules: {
        parameters: {
            query?: {
                /**
                 * @description Items per page.
                 * @example 50
                 */
                limit?: number;
                /** @description The next_cursor of the previous page, with the same filters. Not together with offset. */
                cursor?: string;
                /**
                 * @description How many items to skip. Not together with cursor, which stays fast however deep.
                 * @example 0
                 */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of schedules, ordered by id. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *           "name": "Monthly summary for the auditors",
                     *           "type": "compliance_summary",
                     *           "format": "pdf",
                     *           "filters": {
                     *             "department": null,
                     *             "platform": null,
                     *             "classification": null
                     *           },
                     *           "cron": "0 6 1 * *",
                     *           "time_zone": "Europe/Berlin",
                     *           "period_rule": "previous_month",
                     *           "recipients": [
                     *             "audit@corp.example"
                     *           ],
                     *           "enabled": true,
                     *           "next_run_at": "2026-02-01T05:00:00.000Z",
                     *           "last_run_at": "2026-01-01T05:00:00.412Z",
                     *           "last_report_id": "0198c0df-1a2b-7c3d-8e4f-5a6b7c8d9e0f",
                     *           "last_error": null,
                     *           "warnings": [],
                     *           "created_by": "admin@corp.example",
                     *           "created_at": "2025-12-15T10:00:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": null,
                     *       "total": 1,
                     *       "limit": 50,
                     *       "offset": 0
                     *     }
                     */
                    "application/json": {
                        /** @description Items of the page. */
                        items: components["schemas"]["ReportSchedule"][];
                        /** @description Pass as cursor for the next page; null on the last. */
                        next_cursor: string | null;
                        /** @description How many items match the filters in all. */
                        total: number;
                        /** @description The page size that was used. */
                        limit: number;
                        /** @description How many items come before this page, when offset was used. */
                        offset: number;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createReportsSchedule: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat harmless for 24 hours: the first answer is given again, with Idempotency-Replayed: true. Another body under the same key is 409.
                 * @example 0b9f2f5e-6d1c-4b1e-9c55-2f6f0a1d7c11
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description The time zone is UTC and it is enabled unless told otherwise. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Monthly summary for the auditors",
                 *       "type": "compliance_summary",
                 *       "format": "pdf",
                 *       "filters": {
                 *         "department": null,
                 *         "platform": null,
                 *         "classification": null
                 *       },
                 *       "cron": "0 6 1 * *",
                 *       "time_zone": "Europe/Berlin",
                 *       "period_rule": "previous_month",
                 *       "recipients": [
                 *         "audit@corp.example"
                 *       ],
                 *       "enabled": true
                 *     }
                 */
                "application/json": {
                    name: string;
                    /** @enum {string} */
                    type: "compliance_summary" | "stale_access" | "review_decisions" | "remediation_log" | "audit_export";
                    /** @enum {string} */
                    format: "pdf" | "csv" | "json" | "xlsx";
                    /** @description Only rows that match all; null or left out: any. */
                    filters?: {
                        department?: string | null;
                        platform?: string | null;
                        /** @enum {string|null} */
                        classification?: "public" | "internal" | "confidential" | "pii" | null;
                    };
                    /**
                     * @description When it is made: minute, hour, day of month, month, day of week. One minute only: once an hour at most.
                     * @example 0 6 1 * *
                     */
                    cron: string;
                    /**
                     * @description Of the cron expression and of the period.
                     * @example Europe/Berlin
                     */
                    time_zone?: string;
                    /**
                     * @description What the report is about, from when it is due: the calendar day, week (from Monday), month, quarter or year before, or that many whole days before the day.
                     * @enum {string}
                     */
                    period_rule: "previous_day" | "previous_week" | "previous_month" | "previous_quarter" | "previous_year" | "last_7_days" | "last_30_days" | "last_90_days";
                    /** @description E-mail addresses that are told when it is there. The webhook report.completed is always sent. */
                    recipients?: string[];
                    enabled?: boolean;
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "name": "Monthly summary for the auditors",
                     *       "type": "compliance_summary",
                     *       "format": "pdf",
                     *       "filters": {
                     *         "department": null,
                     *         "platform": null,
                     *         "classification": null
                     *       },
                     *       "cron": "0 6 1 * *",
                     *       "time_zone": "Europe/Berlin",
                     *       "period_rule": "previous_month",
                     *       "recipients": [
                     *         "audit@corp.example"
                     *       ],
                     *       "enabled": true,
                     *       "next_run_at": "2026-02-01T05:00:00.000Z",
                     *       "last_run_at": "2026-01-01T05:00:00.412Z",
                     *       "last_report_id": "0198c0df-1a2b-7c3d-8e4f-5a6b7c8d9e0f",
                     *       "last_error": null,
                     *       "warnings": [],
                     *       "created_by": "admin@corp.example",
                     *       "created_at": "2025-12-15T10:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ReportSchedule"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getReportsSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the schedule.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "name": "Monthly summary for the auditors",
                     *       "type": "compliance_summary",
                     *       "format": "pdf",
                     *       "filters": {
                     *         "department": null,
                     *         "platform": null,
                     *         "classification": null
                     *       },
                     *       "cron": "0 6 1 * *",
                     *       "time_zone": "Europe/Berlin",
                     *       "period_rule": "previous_month",
                     *       "recipients": [
                     *         "audit@corp.example"
                     *       ],
                     *       "enabled": true,
                     *       "next_run_at": "2026-02-01T05:00:00.000Z",
                     *       "last_run_at": "2026-01-01T05:00:00.412Z",
                     *       "last_report_id": "0198c0df-1a2b-7c3d-8e4f-5a6b7c8d9e0f",
                     *       "last_error": null,
                     *       "warnings": [],
                     *       "created_by": "admin@corp.example",
                     *       "created_at": "2025-12-15T10:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ReportSchedule"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteReportsSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the schedule.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "name": "Monthly summary for the auditors",
                     *       "type": "compliance_summary",
                     *       "format": "pdf",
                     *       "filters": {
                     *         "department": null,
                     *         "platform": null,
                     *         "classification": null
                     *       },
                     *       "cron": "0 6 1 * *",
                     *       "time_zone": "Europe/Berlin",
                     *       "period_rule": "previous_month",
                     *       "recipients": [
                     *         "audit@corp.example"
                     *       ],
                     *       "enabled": true,
                     *       "next_run_at": "2026-02-01T05:00:00.000Z",
                     *       "last_run_at": "2026-01-01T05:00:00.412Z",
                     *       "last_report_id": "0198c0df-1a2b-7c3d-8e4f-5a6b7c8d9e0f",
                     *       "last_error": null,
                     *       "warnings": [],
                     *       "created_by": "admin@corp.example",
                     *       "created_at": "2025-12-15T10:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ReportSchedule"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateReportsSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the schedule.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description What is left out stays as it is. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": false
                 *     }
                 */
                "application/json": {
                    name?: string;
                    /** @enum {string} */
                    type?: "compliance_summary" | "stale_access" | "review_decisions" | "remediation_log" | "audit_export";
                    /** @enum {string} */
                    format?: "pdf" | "csv" | "json" | "xlsx";
                    /** @description Only rows that match all; null or left out: any. */
                    filters?: {
                        department?: string | null;
                        platform?: string | null;
                        /** @enum {string|null} */
                        classification?: "public" | "internal" | "confidential" | "pii" | null;
                    };
                    /**
                     * @description When it is made: minute, hour, day of month, month, day of week. One minute only: once an hour at most.
                     * @example 0 6 1 * *
                     */
                    cron?: string;
                    /**
                     * @description Of the cron expression and of the period.
                     * @example Europe/Berlin
                     */
                    time_zone?: string;
                    /**
                     * @description What the report is about, from when it is due: the calendar day, week (from Monday), month, quarter or year before, or that many whole days before the day.
                     * @enum {string}
                     */
                    period_rule?: "previous_day" | "previous_week" | "previous_month" | "previous_quarter" | "previous_year" | "last_7_days" | "last_30_days" | "last_90_days";
                    /** @description E-mail addresses that are told when it is there. The webhook report.completed is always sent. */
                    recipients?: string[];
                    enabled?: boolean;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "name": "Monthly summary for the auditors",
                     *       "type": "compliance_summary",
                     *       "format": "pdf",
                     *       "filters": {
                     *         "department": null,
                     *         "platform": null,
                     *         "classification": null
                     *       },
                     *       "cron": "0 6 1 * *",
                     *       "time_zone": "Europe/Berlin",
                     *       "period_rule": "previous_month",
                     *       "recipients": [
                     *         "audit@corp.example"
                     *       ],
                     *       "enabled": true,
                     *       "next_run_at": "2026-02-01T05:00:00.000Z",
                     *       "last_run_at": "2026-01-01T05:00:00.412Z",
                     *       "last_report_id": "0198c0df-1a2b-7c3d-8e4f-5a6b7c8d9e0f",
                     *       "last_error": null,
                     *       "warnings": [],
                     *       "created_by": "admin@corp.example",
                     *       "created_at": "2025-12-15T10:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ReportSchedule"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    runReportsSchedule: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat harmless for 24 hours: the first answer is given again, with Idempotency-Replayed: true. Another body under the same key is 409.
                 * @example 0b9f2f5e-6d1c-4b1e-9c55-2f6f0a1d7c11
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the schedule.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "type": "compliance_summary",
                     *       "format": "pdf",
                     *       "status": "completed",
                     *       "period_start": "2026-01-01T00:00:00.000Z",
                     *       "period_end": "2026-02-01T00:00:00.000Z",
                     *       "filters": {
                     *         "department": null,
                     *         "platform": null,
                     *         "classification": null
                     *       },
                     *       "requested_by": "dev-admin",
                     *       "created_at": "2026-02-01T09:30:00.000Z",
                     *       "progress": 1,
                     *       "rows": 214,
                     *       "completed_at": "2026-02-01T09:30:04.000Z",
                     *       "download_url": "/v1/reports/0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f/download",
                     *       "size_bytes": 184213,
                     *       "sha256": "8d0e1c8a4b6f0c7f3a4f6d2b1e9c5a7d8f0b3c6e9a1d4f7b2c5e8a0d3f6b9c1e",
                     *       "row_count": 214,
                     *       "rows_sha256": "1f0e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0",
                     *       "expires_at": "2026-05-02T09:30:04.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Report"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listReports: {
        parameters: {
            query?: {
                /**
                 * @description Items per page.
                 * @example 50
                 */
                limit?: number;
                /** @description The next_cursor of the previous page, with the same filters. Not together with offset. */
                cursor?: string;
                /**
                 * @description How many items to skip. Not together with cursor, which stays fast however deep.
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description Only in this state.
                 * @example completed
                 */
                status?: "generating" | "completed" | "failed";
                /**
                 * @description Only of this type.
                 * @example stale_access
                 */
                type?: "compliance_summary" | "stale_access" | "review_decisions" | "remediation_log" | "audit_export";
                /**
                 * @description By age; asc by default.
                 * @example desc
                 */
                order?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of reports, ordered by id, which is by age. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *           "type": "compliance_summary",
                     *           "format": "pdf",
                     *           "status": "completed",
                     *           "period_start": "2026-01-01T00:00:00.000Z",
                     *           "period_end": "2026-02-01T00:00:00.000Z",
                     *           "filters": {
                     *             "department": null,
                     *             "platform": null,
                     *             "classification": null
                     *           },
                     *           "requested_by": "dev-admin",
                     *           "created_at": "2026-02-01T09:30:00.000Z",
                     *           "progress": 1,
                     *           "rows": 214,
                     *           "completed_at": "2026-02-01T09:30:04.000Z",
                     *           "download_url": "/v1/reports/0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f/download",
                     *           "size_bytes": 184213,
                     *           "sha256": "8d0e1c8a4b6f0c7f3a4f6d2b1e9c5a7d8f0b3c6e9a1d4f7b2c5e8a0d3f6b9c1e",
                     *           "row_count": 214,
                     *           "rows_sha256": "1f0e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0",
                     *           "expires_at": "2026-05-02T09:30:04.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": null,
                     *       "total": 1,
                     *       "limit": 50,
                     *       "offset": 0
                     *     }
                     */
                    "application/json": {
                        /** @description Items of the page. */
                        items: components["schemas"]["Report"][];
                        /** @description Pass as cursor for the next page; null on the last. */
                        next_cursor: string | null;
                        /** @description How many items match the filters in all. */
                        total: number;
                        /** @description The page size that was used. */
                        limit: number;
                        /** @description How many items come before this page, when offset was used. */
                        offset: number;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createReport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat harmless for 24 hours: the first answer is given again, with Idempotency-Replayed: true. Another body under the same key is 409.
                 * @example 0b9f2f5e-6d1c-4b1e-9c55-2f6f0a1d7c11
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description A filter may stand under filters or beside the other fields. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "stale_access",
                 *       "format": "csv",
                 *       "period_start": "2026-01-01T00:00:00Z",
                 *       "period_end": "2026-02-01T00:00:00Z",
                 *       "filters": {
                 *         "department": "Finance"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    type: "compliance_summary" | "stale_access" | "review_decisions" | "remediation_log" | "audit_export";
                    /** @enum {string} */
                    format: "pdf" | "csv" | "json" | "xlsx";
                    /**
                     * Format: date-time
                     * @description Included. Not longer ago than what the report is made of is kept.
                     * @example 2026-01-31T09:30:00.000Z
                     */
                    period_start: string;
                    /**
                     * Format: date-time
                     * @description Excluded, and not in the future: the report shows what was so at this instant.
                     * @example 2026-01-31T09:30:00.000Z
                     */
                    period_end: string;
                    /** @description Only rows that match all; null or left out: any. */
                    filters?: {
                        /**
                         * @description Of the principal.
                         * @example Finance
                         */
                        department?: string | null;
                        /**
                         * @description Of the asset.
                         * @example databricks
                         */
                        platform?: string | null;
                        /**
                         * @description Of the asset.
                         * @enum {string|null}
                         */
                        classification?: "public" | "internal" | "confidential" | "pii" | null;
                    };
                    /**
                     * @description Of the principal.
                     * @example Finance
                     */
                    department?: string | null;
                    /**
                     * @description Of the asset.
                     * @example databricks
                     */
                    platform?: string | null;
                    /**
                     * @description Of the asset.
                     * @enum {string|null}
                     */
                    classification?: "public" | "internal" | "confidential" | "pii" | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "type": "compliance_summary",
                     *       "format": "pdf",
                     *       "status": "completed",
                     *       "period_start": "2026-01-01T00:00:00.000Z",
                     *       "period_end": "2026-02-01T00:00:00.000Z",
                     *       "filters": {
                     *         "department": null,
                     *         "platform": null,
                     *         "classification": null
                     *       },
                     *       "requested_by": "dev-admin",
                     *       "created_at": "2026-02-01T09:30:00.000Z",
                     *       "progress": 1,
                     *       "rows": 214,
                     *       "completed_at": "2026-02-01T09:30:04.000Z",
                     *       "download_url": "/v1/reports/0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f/download",
                     *       "size_bytes": 184213,
                     *       "sha256": "8d0e1c8a4b6f0c7f3a4f6d2b1e9c5a7d8f0b3c6e9a1d4f7b2c5e8a0d3f6b9c1e",
                     *       "row_count": 214,
                     *       "rows_sha256": "1f0e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0",
                     *       "expires_at": "2026-05-02T09:30:04.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Report"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the report.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "type": "compliance_summary",
                     *       "format": "pdf",
                     *       "status": "completed",
                     *       "period_start": "2026-01-01T00:00:00.000Z",
                     *       "period_end": "2026-02-01T00:00:00.000Z",
                     *       "filters": {
                     *         "department": null,
                     *         "platform": null,
                     *         "classification": null
                     *       },
                     *       "requested_by": "dev-admin",
                     *       "created_at": "2026-02-01T09:30:00.000Z",
                     *       "progress": 1,
                     *       "rows": 214,
                     *       "completed_at": "2026-02-01T09:30:04.000Z",
                     *       "download_url": "/v1/reports/0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f/download",
                     *       "size_bytes": 184213,
                     *       "sha256": "8d0e1c8a4b6f0c7f3a4f6d2b1e9c5a7d8f0b3c6e9a1d4f7b2c5e8a0d3f6b9c1e",
                     *       "row_count": 214,
                     *       "rows_sha256": "1f0e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0",
                     *       "expires_at": "2026-05-02T09:30:04.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Report"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the report.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "type": "compliance_summary",
                     *       "format": "pdf",
                     *       "status": "completed",
                     *       "period_start": "2026-01-01T00:00:00.000Z",
                     *       "period_end": "2026-02-01T00:00:00.000Z",
                     *       "filters": {
                     *         "department": null,
                     *         "platform": null,
                     *         "classification": null
                     *       },
                     *       "requested_by": "dev-admin",
                     *       "created_at": "2026-02-01T09:30:00.000Z",
                     *       "progress": 1,
                     *       "rows": 214,
                     *       "completed_at": "2026-02-01T09:30:04.000Z",
                     *       "download_url": "/v1/reports/0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f/download",
                     *       "size_bytes": 184213,
                     *       "sha256": "8d0e1c8a4b6f0c7f3a4f6d2b1e9c5a7d8f0b3c6e9a1d4f7b2c5e8a0d3f6b9c1e",
                     *       "row_count": 214,
                     *       "rows_sha256": "1f0e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0",
                     *       "expires_at": "2026-05-02T09:30:04.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Report"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    downloadReport: {
        parameters: {
            query?: {
                /**
                 * @description inline: a browser shows it where it can, instead of saving it. Of a PDF only.
                 * @example attachment
                 */
                disposition?: "attachment" | "inline";
            };
            header?: never;
            path: {
                /**
                 * @description Id of the report.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "head": {
                     *         "type": "stale_access",
                     *         "title": "Stale access",
                     *         "tenant_name": "corp",
                     *         "organisation_name": "Northwind Mutual Insurance",
                     *         "period_start": "2026-01-01T00:00:00.000Z",
                     *         "period_end": "2026-02-01T00:00:00.000Z",
                     *         "as_of": "2026-02-01T00:00:00.000Z",
                     *         "requested_by": "audit@corp.example",
                     *         "filters": {
                     *           "department": null,
                     *           "platform": null,
                     *           "classification": null
                     *         }
                     *       },
                     *       "columns": [
                     *         {
                     *           "key": "score",
                     *           "label": "Score",
                     *           "kind": "number"
                     *         }
                     *       ],
                     *       "rows": [
                     *         {
                     *           "score": 91.25
                     *         }
                     *       ],
                     *       "completeness": {
                     *         "sources": [
                     *           {
                     *             "name": "grants",
                     *             "rows": 1204
                     *           }
                     *         ],
                     *         "row_count": 1,
                     *         "rows_sha256": "1f0e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0",
                     *         "audit_checkpoint": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ReportRowsDocument"] | components["schemas"]["ComplianceSummaryDocument"];
                    /** @example … */
                    "application/pdf": string;
                    /** @example … */
                    "text/csv": string;
                    /** @example … */
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
            /** @description The part that Range asked for. */
            206: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example … */
                    "application/json": string;
                    /** @example … */
                    "application/pdf": string;
                    /** @example … */
                    "text/csv": string;
                    /** @example … */
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
            /** @description The reader has it already (If-None-Match). */
            304: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            416: components["responses"]["Error416"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listConnectorsTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "platform": "postgres",
                     *           "title": "PostgreSQL",
                     *           "settings": [
                     *             {
                     *               "name": "host",
                     *               "type": "text",
                     *               "required": true,
                     *               "secret": false,
                     *               "default": null,
                     *               "min": null,
                     *               "max": null,
                     *               "one_of": null,
                     *               "reaches": "host",
                     *               "description": "The server."
                     *             }
                     *           ],
                     *           "steps": [
                     *             {
                     *               "title": "A role that reads",
                     *               "needed_for": "discover",
                     *               "instructions": [
                     *                 "Run this as a superuser."
                     *               ],
                     *               "permissions": [
                     *                 {
                     *                   "name": "pg_monitor",
                     *                   "purpose": "to read what statements other roles have run",
                     *                   "ability": "read_use"
                     *                 }
                     *               ],
                     *               "snippets": [
                     *                 {
                     *                   "title": "psql, in any database",
                     *                   "language": "sql",
                     *                   "parts": [
                     *                     "CREATE ROLE ",
                     *                     {
                     *                       "setting": "user",
                     *                       "before": "\"",
                     *                       "after": "\"",
                     *                       "escapes": {
                     *                         "\"": "\"\""
                     *                       },
                     *                       "percent_encoded": false,
                     *                       "unknown": "\"<user>\""
                     *                     },
                     *                     " LOGIN IN ROLE pg_monitor;"
                     *                   ]
                     *                 }
                     *               ],
                     *               "settings": [
                     *                 {
                     *                   "name": "user",
                     *                   "suggestion": "lapse_reader"
                     *                 }
                     *               ]
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        items: {
                            platform: string;
                            title: string;
                            settings: {
                                name: string;
                                type: string;
                                required: boolean;
                                secret: boolean;
                                default: unknown;
                                min: number | null;
                                max: number | null;
                                one_of: string[] | null;
                                /** @description host, url or file: what it makes Lapse reach. The operator may limit that. */
                                reaches: string | null;
                                description: string;
                            }[];
                            /** @description What to do on the platform before, in order. */
                            steps: {
                                title: string;
                                /**
                                 * @description What does not work without it. Steps for revoke are for removing and restoring only.
                                 * @enum {string}
                                 */
                                needed_for: "discover" | "read_use" | "revoke";
                                instructions: string[];
                                permissions: {
                                    name: string;
                                    purpose: string;
                                    /** @enum {string} */
                                    ability: "discover" | "read_use" | "revoke";
                                }[];
                                snippets: {
                                    /** @description Where it is entered. */
                                    title: string;
                                    /** @enum {string} */
                                    language: "sql" | "shell" | "url";
                                    /** @description To be joined: text as it stands, and places of settings. */
                                    parts: (string | {
                                        /** @description One of the settings of the platform. */
                                        setting: string;
                                        before: string;
                                        after: string;
                                        escapes: {
                                            [key: string]: string;
                                        };
                                        percent_encoded: boolean;
                                        unknown: string;
                                    })[];
                                }[];
                                /** @description What the step tells. */
                                settings: {
                                    /** @description One of the settings of the platform. */
                                    name: string;
                                    suggestion: string | null;
                                }[];
                            }[];
                        }[];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listConnectors: {
        parameters: {
            query?: {
                /**
                 * @description Items per page.
                 * @example 50
                 */
                limit?: number;
                /** @description The next_cursor of the previous page, with the same filters. Not together with offset. */
                cursor?: string;
                /**
                 * @description How many items to skip. Not together with cursor, which stays fast however deep.
                 * @example 0
                 */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of connectors, ordered by id. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *           "platform": "postgres",
                     *           "name": "Shop database",
                     *           "settings": {
                     *             "host": "db.corp.example",
                     *             "port": 5432,
                     *             "user": "lapse"
                     *           },
                     *           "secret_names": [
                     *             "password"
                     *           ],
                     *           "mode": "dry_run",
                     *           "enabled": true,
                     *           "sync_every_seconds": 300,
                     *           "health": "healthy",
                     *           "health_message": "PostgreSQL 18.1 answers.",
                     *           "error": null,
                     *           "coverage": {
                     *             "observes_use": true
                     *           },
                     *           "progress": {
                     *             "phase": "done",
                     *             "cursor": null,
                     *             "started_at": "2026-01-31T09:30:00.000Z",
                     *             "principals": 12,
                     *             "assets": 40,
                     *             "memberships": 9,
                     *             "grants": 61,
                     *             "inherited": 18,
                     *             "skipped": 0,
                     *             "removed": 0,
                     *             "events": 120,
                     *             "seconds_left": null
                     *           },
                     *           "last_sync_at": "2026-01-31T09:30:02.000Z",
                     *           "last_use_read_at": "2026-01-31T09:30:02.000Z",
                     *           "lag_seconds": 14,
                     *           "next_sync_at": "2026-01-31T09:35:02.000Z",
                     *           "is_syncing": false,
                     *           "created_by": "admin@corp.example",
                     *           "created_at": "2026-01-31T09:29:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": null,
                     *       "total": 1,
                     *       "limit": 50,
                     *       "offset": 0
                     *     }
                     */
                    "application/json": {
                        /** @description Items of the page. */
                        items: components["schemas"]["Connector"][];
                        /** @description Pass as cursor for the next page; null on the last. */
                        next_cursor: string | null;
                        /** @description How many items match the filters in all. */
                        total: number;
                        /** @description The page size that was used. */
                        limit: number;
                        /** @description How many items come before this page, when offset was used. */
                        offset: number;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createConnector: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat harmless for 24 hours: the first answer is given again, with Idempotency-Replayed: true. Another body under the same key is 409.
                 * @example 0b9f2f5e-6d1c-4b1e-9c55-2f6f0a1d7c11
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "platform": "postgres",
                 *       "name": "Shop database",
                 *       "settings": {
                 *         "host": "db.corp.example",
                 *         "user": "lapse",
                 *         "password": "a long secret"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description One of GET /v1/connectors/types. */
                    platform: string;
                    /** @description Unique within the organisation. */
                    name: string;
                    /** @description As GET /v1/connectors/types lists for the platform. Secrets are encrypted at rest and never returned. */
                    settings: {
                        [key: string]: unknown;
                    };
                    /**
                     * @description What happens to revoked access there; the more careful of this and the policy counts. A new connector is on dry_run until an admin turns it on.
                     * @enum {string}
                     */
                    mode?: "automatic" | "manual" | "dry_run";
                    /** @description Seconds between two syncs. */
                    sync_every_seconds?: number;
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "platform": "postgres",
                     *       "name": "Shop database",
                     *       "settings": {
                     *         "host": "db.corp.example",
                     *         "port": 5432,
                     *         "user": "lapse"
                     *       },
                     *       "secret_names": [
                     *         "password"
                     *       ],
                     *       "mode": "dry_run",
                     *       "enabled": true,
                     *       "sync_every_seconds": 300,
                     *       "health": "healthy",
                     *       "health_message": "PostgreSQL 18.1 answers.",
                     *       "error": null,
                     *       "coverage": {
                     *         "observes_use": true
                     *       },
                     *       "progress": {
                     *         "phase": "done",
                     *         "cursor": null,
                     *         "started_at": "2026-01-31T09:30:00.000Z",
                     *         "principals": 12,
                     *         "assets": 40,
                     *         "memberships": 9,
                     *         "grants": 61,
                     *         "inherited": 18,
                     *         "skipped": 0,
                     *         "removed": 0,
                     *         "events": 120,
                     *         "seconds_left": null
                     *       },
                     *       "last_sync_at": "2026-01-31T09:30:02.000Z",
                     *       "last_use_read_at": "2026-01-31T09:30:02.000Z",
                     *       "lag_seconds": 14,
                     *       "next_sync_at": "2026-01-31T09:35:02.000Z",
                     *       "is_syncing": false,
                     *       "created_by": "admin@corp.example",
                     *       "created_at": "2026-01-31T09:29:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Connector"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getConnector: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the connector.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "platform": "postgres",
                     *       "name": "Shop database",
                     *       "settings": {
                     *         "host": "db.corp.example",
                     *         "port": 5432,
                     *         "user": "lapse"
                     *       },
                     *       "secret_names": [
                     *         "password"
                     *       ],
                     *       "mode": "dry_run",
                     *       "enabled": true,
                     *       "sync_every_seconds": 300,
                     *       "health": "healthy",
                     *       "health_message": "PostgreSQL 18.1 answers.",
                     *       "error": null,
                     *       "coverage": {
                     *         "observes_use": true
                     *       },
                     *       "progress": {
                     *         "phase": "done",
                     *         "cursor": null,
                     *         "started_at": "2026-01-31T09:30:00.000Z",
                     *         "principals": 12,
                     *         "assets": 40,
                     *         "memberships": 9,
                     *         "grants": 61,
                     *         "inherited": 18,
                     *         "skipped": 0,
                     *         "removed": 0,
                     *         "events": 120,
                     *         "seconds_left": null
                     *       },
                     *       "last_sync_at": "2026-01-31T09:30:02.000Z",
                     *       "last_use_read_at": "2026-01-31T09:30:02.000Z",
                     *       "lag_seconds": 14,
                     *       "next_sync_at": "2026-01-31T09:35:02.000Z",
                     *       "is_syncing": false,
                     *       "created_by": "admin@corp.example",
                     *       "created_at": "2026-01-31T09:29:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Connector"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteConnector: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the connector.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "platform": "postgres",
                     *       "name": "Shop database",
                     *       "settings": {
                     *         "host": "db.corp.example",
                     *         "port": 5432,
                     *         "user": "lapse"
                     *       },
                     *       "secret_names": [
                     *         "password"
                     *       ],
                     *       "mode": "dry_run",
                     *       "enabled": true,
                     *       "sync_every_seconds": 300,
                     *       "health": "healthy",
                     *       "health_message": "PostgreSQL 18.1 answers.",
                     *       "error": null,
                     *       "coverage": {
                     *         "observes_use": true
                     *       },
                     *       "progress": {
                     *         "phase": "done",
                     *         "cursor": null,
                     *         "started_at": "2026-01-31T09:30:00.000Z",
                     *         "principals": 12,
                     *         "assets": 40,
                     *         "memberships": 9,
                     *         "grants": 61,
                     *         "inherited": 18,
                     *         "skipped": 0,
                     *         "removed": 0,
                     *         "events": 120,
                     *         "seconds_left": null
                     *       },
                     *       "last_sync_at": "2026-01-31T09:30:02.000Z",
                     *       "last_use_read_at": "2026-01-31T09:30:02.000Z",
                     *       "lag_seconds": 14,
                     *       "next_sync_at": "2026-01-31T09:35:02.000Z",
                     *       "is_syncing": false,
                     *       "created_by": "admin@corp.example",
                     *       "created_at": "2026-01-31T09:29:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Connector"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateConnector: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the connector.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "mode": "automatic"
                 *     }
                 */
                "application/json": {
                    /** @description Unique within the organisation. */
                    name?: string;
                    /**
                     * @description What happens to revoked access there; the more careful of this and the policy counts. A new connector is on dry_run until an admin turns it on.
                     * @enum {string}
                     */
                    mode?: "automatic" | "manual" | "dry_run";
                    enabled?: boolean;
                    /** @description Seconds between two syncs. */
                    sync_every_seconds?: number;
                    /** @description As GET /v1/connectors/types lists for the platform. Secrets are encrypted at rest and never returned. */
                    settings?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "platform": "postgres",
                     *       "name": "Shop database",
                     *       "settings": {
                     *         "host": "db.corp.example",
                     *         "port": 5432,
                     *         "user": "lapse"
                     *       },
                     *       "secret_names": [
                     *         "password"
                     *       ],
                     *       "mode": "dry_run",
                     *       "enabled": true,
                     *       "sync_every_seconds": 300,
                     *       "health": "healthy",
                     *       "health_message": "PostgreSQL 18.1 answers.",
                     *       "error": null,
                     *       "coverage": {
                     *         "observes_use": true
                     *       },
                     *       "progress": {
                     *         "phase": "done",
                     *         "cursor": null,
                     *         "started_at": "2026-01-31T09:30:00.000Z",
                     *         "principals": 12,
                     *         "assets": 40,
                     *         "memberships": 9,
                     *         "grants": 61,
                     *         "inherited": 18,
                     *         "skipped": 0,
                     *         "removed": 0,
                     *         "events": 120,
                     *         "seconds_left": null
                     *       },
                     *       "last_sync_at": "2026-01-31T09:30:02.000Z",
                     *       "last_use_read_at": "2026-01-31T09:30:02.000Z",
                     *       "lag_seconds": 14,
                     *       "next_sync_at": "2026-01-31T09:35:02.000Z",
                     *       "is_syncing": false,
                     *       "created_by": "admin@corp.example",
                     *       "created_at": "2026-01-31T09:29:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Connector"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createConnectorsTest: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat harmless for 24 hours: the first answer is given again, with Idempotency-Replayed: true. Another body under the same key is 409.
                 * @example 0b9f2f5e-6d1c-4b1e-9c55-2f6f0a1d7c11
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "platform": "postgres",
                 *       "settings": {
                 *         "host": "db.corp.example",
                 *         "user": "lapse",
                 *         "password": "a long secret"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description One of GET /v1/connectors/types. */
                    platform: string;
                    /** @description As GET /v1/connectors/types lists for the platform. Kept nowhere. */
                    settings: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "message": "PostgreSQL 18.1 answers.",
                     *       "version": "18.1",
                     *       "latency_ms": 3,
                     *       "missing": []
                     *     }
                     */
                    "application/json": {
                        ok: boolean;
                        message: string;
                        version: string | null;
                        latency_ms: number | null;
                        /** @description What is missing, and what it is for: to find access, to see use, to remove and restore. */
                        missing: {
                            /** @enum {string} */
                            ability: "discover" | "read_use" | "revoke";
                            what: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    syncConnector: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat harmless for 24 hours: the first answer is given again, with Idempotency-Replayed: true. Another body under the same key is 409.
                 * @example 0b9f2f5e-6d1c-4b1e-9c55-2f6f0a1d7c11
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the connector.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": {
                    /** @description Believe the listing although most of what was known is missing from it. */
                    accept_removals?: boolean;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "platform": "postgres",
                     *       "name": "Shop database",
                     *       "settings": {
                     *         "host": "db.corp.example",
                     *         "port": 5432,
                     *         "user": "lapse"
                     *       },
                     *       "secret_names": [
                     *         "password"
                     *       ],
                     *       "mode": "dry_run",
                     *       "enabled": true,
                     *       "sync_every_seconds": 300,
                     *       "health": "healthy",
                     *       "health_message": "PostgreSQL 18.1 answers.",
                     *       "error": null,
                     *       "coverage": {
                     *         "observes_use": true
                     *       },
                     *       "progress": {
                     *         "phase": "done",
                     *         "cursor": null,
                     *         "started_at": "2026-01-31T09:30:00.000Z",
                     *         "principals": 12,
                     *         "assets": 40,
                     *         "memberships": 9,
                     *         "grants": 61,
                     *         "inherited": 18,
                     *         "skipped": 0,
                     *         "removed": 0,
                     *         "events": 120,
                     *         "seconds_left": null
                     *       },
                     *       "last_sync_at": "2026-01-31T09:30:02.000Z",
                     *       "last_use_read_at": "2026-01-31T09:30:02.000Z",
                     *       "lag_seconds": 14,
                     *       "next_sync_at": "2026-01-31T09:35:02.000Z",
                     *       "is_syncing": false,
                     *       "created_by": "admin@corp.example",
                     *       "created_at": "2026-01-31T09:29:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Connector"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    testConnector: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat harmless for 24 hours: the first answer is given again, with Idempotency-Replayed: true. Another body under the same key is 409.
                 * @example 0b9f2f5e-6d1c-4b1e-9c55-2f6f0a1d7c11
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the connector.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "message": "PostgreSQL 18.1 answers.",
                     *       "version": "18.1",
                     *       "latency_ms": 3,
                     *       "missing": []
                     *     }
                     */
                    "application/json": {
                        ok: boolean;
                        message: string;
                        version: string | null;
                        latency_ms: number | null;
                        /** @description What is missing, and what it is for: to find access, to see use, to remove and restore. */
                        missing: {
                            /** @enum {string} */
                            ability: "discover" | "read_use" | "revoke";
                            what: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listScimTokens: {
        parameters: {
            query?: {
                /**
                 * @description Items per page.
                 * @example 50
                 */
                limit?: number;
                /** @description The next_cursor of the previous page, with the same filters. Not together with offset. */
                cursor?: string;
                /**
                 * @description How many items to skip. Not together with cursor, which stays fast however deep.
                 * @example 0
                 */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of SCIM tokens, ordered by id, revoked ones among them. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *           "name": "Entra ID",
                     *           "created_by": "admin@corp.example",
                     *           "created_at": "2026-01-30T08:00:00.000Z",
                     *           "rotated_at": null,
                     *           "previous_expires_at": null,
                     *           "last_used_at": "2026-01-31T09:30:00.000Z",
                     *           "revoked_at": null,
                     *           "revoked_by": null
                     *         }
                     *       ],
                     *       "next_cursor": null,
                     *       "total": 1,
                     *       "limit": 50,
                     *       "offset": 0
                     *     }
                     */
                    "application/json": {
                        /** @description Items of the page. */
                        items: components["schemas"]["ScimToken"][];
                        /** @description Pass as cursor for the next page; null on the last. */
                        next_cursor: string | null;
                        /** @description How many items match the filters in all. */
                        total: number;
                        /** @description The page size that was used. */
                        limit: number;
                        /** @description How many items come before this page, when offset was used. */
                        offset: number;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createScimToken: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat harmless for 24 hours: the first answer is given again, with Idempotency-Replayed: true. Another body under the same key is 409.
                 * @example 0b9f2f5e-6d1c-4b1e-9c55-2f6f0a1d7c11
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Entra ID"
                 *     }
                 */
                "application/json": {
                    /** @description Whom it is for, such as Entra ID. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "name": "Entra ID",
                     *       "created_by": "admin@corp.example",
                     *       "created_at": "2026-01-30T08:00:00.000Z",
                     *       "rotated_at": null,
                     *       "previous_expires_at": null,
                     *       "last_used_at": null,
                     *       "revoked_at": null,
                     *       "revoked_by": null,
                     *       "token": "lapse_scim_1_0198c0de7d1f7c1a9d7e0f1b2c3d4e5f_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo"
                     *     }
                     */
                    "application/json": components["schemas"]["ScimTokenWithSecret"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    rotateScimToken: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat harmless for 24 hours: the first answer is given again, with Idempotency-Replayed: true. Another body under the same key is 409.
                 * @example 0b9f2f5e-6d1c-4b1e-9c55-2f6f0a1d7c11
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the SCIM token.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "name": "Entra ID",
                     *       "created_by": "admin@corp.example",
                     *       "created_at": "2026-01-30T08:00:00.000Z",
                     *       "rotated_at": null,
                     *       "previous_expires_at": null,
                     *       "last_used_at": null,
                     *       "revoked_at": null,
                     *       "revoked_by": null,
                     *       "token": "lapse_scim_1_0198c0de7d1f7c1a9d7e0f1b2c3d4e5f_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo"
                     *     }
                     */
                    "application/json": components["schemas"]["ScimTokenWithSecret"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteScimToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the SCIM token.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "name": "Entra ID",
                     *       "created_by": "admin@corp.example",
                     *       "created_at": "2026-01-30T08:00:00.000Z",
                     *       "rotated_at": null,
                     *       "previous_expires_at": null,
                     *       "last_used_at": "2026-01-31T09:30:00.000Z",
                     *       "revoked_at": null,
                     *       "revoked_by": null
                     *     }
                     */
                    "application/json": components["schemas"]["ScimToken"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getRemediationsBreaker: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tripped": true,
                     *       "breakers": [
                     *         {
                     *           "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e62",
                     *           "scope": "asset",
                     *           "asset_id": "asset-019",
                     *           "tripped_at": "2026-01-31T09:30:00.000Z",
                     *           "reason": "5 of 12 would be removed within 24 hours, more than 20 % of the grants of the asset."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BreakerState"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    releaseRemediationBreaker: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat harmless for 24 hours: the first answer is given again, with Idempotency-Replayed: true. Another body under the same key is 409.
                 * @example 0b9f2f5e-6d1c-4b1e-9c55-2f6f0a1d7c11
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "note": "The migration project has ended; these remediations are expected."
                 *     }
                 */
                "application/json": {
                    /** @description Why it is all right to go on. */
                    note: string;
                    /** @description Only this one; all when left out. */
                    id?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "released": [
                     *         {
                     *           "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e62",
                     *           "scope": "asset",
                     *           "asset_id": "asset-019",
                     *           "tripped_at": "2026-01-31T09:30:00.000Z",
                     *           "reason": "5 of 12 would be removed within 24 hours, more than 20 % of the grants of the asset."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        released: {
                            id: string;
                            /** @enum {string} */
                            scope: "tenant" | "asset";
                            /** @description null: all remediations of the organisation are stopped. */
                            asset_id: string | null;
                            /**
                             * Format: date-time
                             * @example 2026-01-31T09:30:00.000Z
                             */
                            tripped_at: string;
                            reason: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listRemediations: {
        parameters: {
            query?: {
                /**
                 * @description Items per page.
                 * @example 50
                 */
                limit?: number;
                /** @description The next_cursor of the previous page, with the same filters. Not together with offset. */
                cursor?: string;
                /**
                 * @description How many items to skip. Not together with cursor, which stays fast however deep.
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description Only this status.
                 * @example blocked
                 */
                status?: "pending" | "running" | "requested" | "completed" | "failed" | "blocked" | "reverted";
                /**
                 * @description Only those of this review.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e60
                 */
                review_id?: string;
                /**
                 * @description Only those of this grant.
                 * @example grant-041
                 */
                grant_id?: string;
                /**
                 * @description Only those of this principal.
                 * @example prin-004
                 */
                principal_id?: string;
                /**
                 * @description Only those on this asset.
                 * @example asset-019
                 */
                asset_id?: string;
                /**
                 * @description Only those on this platform.
                 * @example synapse
                 */
                platform?: string;
                /**
                 * @description Only those that are, or were, the task of this person.
                 * @example prin-001
                 */
                assigned_to_id?: string;
                /**
                 * @description true: only those whose access was seen although its remediation was requested or claimed.
                 * @example true
                 */
                contradiction_open?: "true" | "false";
                /**
                 * @description By age; asc by default.
                 * @example desc
                 */
                order?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of remediations, ordered by id. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *           "review_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e60",
                     *           "decision_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e61",
                     *           "grant_id": "grant-041",
                     *           "principal_id": "prin-004",
                     *           "principal_name": "Jonas Weber",
                     *           "asset_id": "asset-019",
                     *           "asset_name": "migration_staging",
                     *           "account": {
                     *             "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e70",
                     *             "name": "amara.okafor@corp.example",
                     *             "platform": "synapse",
                     *             "connector_name": "Lakehouse"
                     *           },
                     *           "action": "remove_group_membership",
                     *           "target": "Migration Team",
                     *           "platform": "synapse",
                     *           "connector_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e63",
                     *           "execution": "connector",
                     *           "simulated": false,
                     *           "status": "completed",
                     *           "operation": "revoke",
                     *           "mode": "automatic",
                     *           "dry_run": false,
                     *           "attempts": 1,
                     *           "error": null,
                     *           "reason": "Not used since the migration ended.",
                     *           "requested_by": "reviewer@corp.example",
                     *           "approved_by": null,
                     *           "approved_at": null,
                     *           "due_at": null,
                     *           "created_at": "2026-01-31T09:30:00.000Z",
                     *           "completed_at": "2026-01-31T09:30:01.000Z",
                     *           "verified_at": "2026-01-31T09:30:01.000Z",
                     *           "verified_by": "Warehouse",
                     *           "reverted_at": null,
                     *           "verification": "verified",
                     *           "assigned_to_id": null,
                     *           "assigned_to_name": null,
                     *           "requested_at": null,
                     *           "attested_by": null,
                     *           "attested_at": null,
                     *           "attestation": null,
                     *           "observed": null,
                     *           "observed_at": null,
                     *           "observed_by": null,
                     *           "contradicted_at": null,
                     *           "contradiction_open": false
                     *         }
                     *       ],
                     *       "next_cursor": null,
                     *       "total": 1,
                     *       "limit": 50,
                     *       "offset": 0
                     *     }
                     */
                    "application/json": {
                        /** @description Items of the page. */
                        items: components["schemas"]["Remediation"][];
                        /** @description Pass as cursor for the next page; null on the last. */
                        next_cursor: string | null;
                        /** @description How many items match the filters in all. */
                        total: number;
                        /** @description The page size that was used. */
                        limit: number;
                        /** @description How many items come before this page, when offset was used. */
                        offset: number;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getRemediation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the remediation.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "review_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e60",
                     *       "decision_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e61",
                     *       "grant_id": "grant-041",
                     *       "principal_id": "prin-004",
                     *       "principal_name": "Jonas Weber",
                     *       "asset_id": "asset-019",
                     *       "asset_name": "migration_staging",
                     *       "account": {
                     *         "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e70",
                     *         "name": "amara.okafor@corp.example",
                     *         "platform": "synapse",
                     *         "connector_name": "Lakehouse"
                     *       },
                     *       "action": "remove_group_membership",
                     *       "target": "Migration Team",
                     *       "platform": "synapse",
                     *       "connector_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e63",
                     *       "execution": "connector",
                     *       "simulated": false,
                     *       "status": "completed",
                     *       "operation": "revoke",
                     *       "mode": "automatic",
                     *       "dry_run": false,
                     *       "attempts": 1,
                     *       "error": null,
                     *       "reason": "Not used since the migration ended.",
                     *       "requested_by": "reviewer@corp.example",
                     *       "approved_by": null,
                     *       "approved_at": null,
                     *       "due_at": null,
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "completed_at": "2026-01-31T09:30:01.000Z",
                     *       "verified_at": "2026-01-31T09:30:01.000Z",
                     *       "verified_by": "Warehouse",
                     *       "reverted_at": null,
                     *       "verification": "verified",
                     *       "assigned_to_id": null,
                     *       "assigned_to_name": null,
                     *       "requested_at": null,
                     *       "attested_by": null,
                     *       "attested_at": null,
                     *       "attestation": null,
                     *       "observed": null,
                     *       "observed_at": null,
                     *       "observed_by": null,
                     *       "contradicted_at": null,
                     *       "contradiction_open": false,
                     *       "plan": {
                     *         "action": "remove_group_membership",
                     *         "target": "Migration Team",
                     *         "path": {
                     *           "kind": "group",
                     *           "permission": "ReadWrite",
                     *           "description": "Held through prin-040, as ReadWrite.",
                     *           "closable": true
                     *         },
                     *         "statements": [
                     *           "remove prin-004 from prin-040"
                     *         ],
                     *         "warnings": [],
                     *         "also_removes": {
                     *           "total": 0,
                     *           "in_use": 0,
                     *           "items": []
                     *         },
                     *         "other_paths": [],
                     *         "planned_at": "2026-01-31T09:30:00.000Z"
                     *       },
                     *       "guards": [
                     *         {
                     *           "guard": "grant_age",
                     *           "passed": true,
                     *           "message": "The grant is 410 days old.",
                     *           "remedy": null
                     *         }
                     *       ],
                     *       "remaining_paths": [],
                     *       "undo": {
                     *         "made_at": "2026-01-31T09:30:00.000Z",
                     *         "statements": [
                     *           "add prin-004 to prin-040"
                     *         ]
                     *       },
                     *       "accept_other_losses": false,
                     *       "steps": [
                     *         {
                     *           "attempt": 1,
                     *           "step": "verify",
                     *           "outcome": "revoked",
                     *           "detail": "Migration Team was removed and is verified removed: Warehouse read it back.",
                     *           "at": "2026-01-31T09:30:01.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["RemediationDetail"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    approveRemediation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat harmless for 24 hours: the first answer is given again, with Idempotency-Replayed: true. Another body under the same key is 409.
                 * @example 0b9f2f5e-6d1c-4b1e-9c55-2f6f0a1d7c11
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the remediation.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "note": "Agreed with the owner."
                 *     }
                 */
                "application/json": {
                    /** @description Kept in the audit trail. */
                    note?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "review_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e60",
                     *       "decision_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e61",
                     *       "grant_id": "grant-041",
                     *       "principal_id": "prin-004",
                     *       "principal_name": "Jonas Weber",
                     *       "asset_id": "asset-019",
                     *       "asset_name": "migration_staging",
                     *       "account": {
                     *         "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e70",
                     *         "name": "amara.okafor@corp.example",
                     *         "platform": "synapse",
                     *         "connector_name": "Lakehouse"
                     *       },
                     *       "action": "remove_group_membership",
                     *       "target": "Migration Team",
                     *       "platform": "synapse",
                     *       "connector_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e63",
                     *       "execution": "connector",
                     *       "simulated": false,
                     *       "status": "completed",
                     *       "operation": "revoke",
                     *       "mode": "automatic",
                     *       "dry_run": false,
                     *       "attempts": 1,
                     *       "error": null,
                     *       "reason": "Not used since the migration ended.",
                     *       "requested_by": "reviewer@corp.example",
                     *       "approved_by": null,
                     *       "approved_at": null,
                     *       "due_at": null,
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "completed_at": "2026-01-31T09:30:01.000Z",
                     *       "verified_at": "2026-01-31T09:30:01.000Z",
                     *       "verified_by": "Warehouse",
                     *       "reverted_at": null,
                     *       "verification": "verified",
                     *       "assigned_to_id": null,
                     *       "assigned_to_name": null,
                     *       "requested_at": null,
                     *       "attested_by": null,
                     *       "attested_at": null,
                     *       "attestation": null,
                     *       "observed": null,
                     *       "observed_at": null,
                     *       "observed_by": null,
                     *       "contradicted_at": null,
                     *       "contradiction_open": false,
                     *       "plan": {
                     *         "action": "remove_group_membership",
                     *         "target": "Migration Team",
                     *         "path": {
                     *           "kind": "group",
                     *           "permission": "ReadWrite",
                     *           "description": "Held through prin-040, as ReadWrite.",
                     *           "closable": true
                     *         },
                     *         "statements": [
                     *           "remove prin-004 from prin-040"
                     *         ],
                     *         "warnings": [],
                     *         "also_removes": {
                     *           "total": 0,
                     *           "in_use": 0,
                     *           "items": []
                     *         },
                     *         "other_paths": [],
                     *         "planned_at": "2026-01-31T09:30:00.000Z"
                     *       },
                     *       "guards": [
                     *         {
                     *           "guard": "grant_age",
                     *           "passed": true,
                     *           "message": "The grant is 410 days old.",
                     *           "remedy": null
                     *         }
                     *       ],
                     *       "remaining_paths": [],
                     *       "undo": {
                     *         "made_at": "2026-01-31T09:30:00.000Z",
                     *         "statements": [
                     *           "add prin-004 to prin-040"
                     *         ]
                     *       },
                     *       "accept_other_losses": false,
                     *       "steps": [
                     *         {
                     *           "attempt": 1,
                     *           "step": "verify",
                     *           "outcome": "revoked",
                     *           "detail": "Migration Team was removed and is verified removed: Warehouse read it back.",
                     *           "at": "2026-01-31T09:30:01.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["RemediationDetail"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    attestRemediation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat harmless for 24 hours: the first answer is given again, with Idempotency-Replayed: true. Another body under the same key is 409.
                 * @example 0b9f2f5e-6d1c-4b1e-9c55-2f6f0a1d7c11
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the remediation.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "attestation": "Removed from the group in the admin console, ticket OPS-1412."
                 *     }
                 */
                "application/json": {
                    /** @description How it was done, such as the ticket or the command. Kept with the remediation and in the audit trail. */
                    attestation: string;
                    /** @description Kept in the audit trail. */
                    note?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "review_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e60",
                     *       "decision_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e61",
                     *       "grant_id": "grant-041",
                     *       "principal_id": "prin-004",
                     *       "principal_name": "Jonas Weber",
                     *       "asset_id": "asset-019",
                     *       "asset_name": "migration_staging",
                     *       "account": {
                     *         "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e70",
                     *         "name": "amara.okafor@corp.example",
                     *         "platform": "synapse",
                     *         "connector_name": "Lakehouse"
                     *       },
                     *       "action": "remove_group_membership",
                     *       "target": "Migration Team",
                     *       "platform": "synapse",
                     *       "connector_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e63",
                     *       "execution": "connector",
                     *       "simulated": false,
                     *       "status": "completed",
                     *       "operation": "revoke",
                     *       "mode": "automatic",
                     *       "dry_run": false,
                     *       "attempts": 1,
                     *       "error": null,
                     *       "reason": "Not used since the migration ended.",
                     *       "requested_by": "reviewer@corp.example",
                     *       "approved_by": null,
                     *       "approved_at": null,
                     *       "due_at": null,
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "completed_at": "2026-01-31T09:30:01.000Z",
                     *       "verified_at": "2026-01-31T09:30:01.000Z",
                     *       "verified_by": "Warehouse",
                     *       "reverted_at": null,
                     *       "verification": "verified",
                     *       "assigned_to_id": null,
                     *       "assigned_to_name": null,
                     *       "requested_at": null,
                     *       "attested_by": null,
                     *       "attested_at": null,
                     *       "attestation": null,
                     *       "observed": null,
                     *       "observed_at": null,
                     *       "observed_by": null,
                     *       "contradicted_at": null,
                     *       "contradiction_open": false,
                     *       "plan": {
                     *         "action": "remove_group_membership",
                     *         "target": "Migration Team",
                     *         "path": {
                     *           "kind": "group",
                     *           "permission": "ReadWrite",
                     *           "description": "Held through prin-040, as ReadWrite.",
                     *           "closable": true
                     *         },
                     *         "statements": [
                     *           "remove prin-004 from prin-040"
                     *         ],
                     *         "warnings": [],
                     *         "also_removes": {
                     *           "total": 0,
                     *           "in_use": 0,
                     *           "items": []
                     *         },
                     *         "other_paths": [],
                     *         "planned_at": "2026-01-31T09:30:00.000Z"
                     *       },
                     *       "guards": [
                     *         {
                     *           "guard": "grant_age",
                     *           "passed": true,
                     *           "message": "The grant is 410 days old.",
                     *           "remedy": null
                     *         }
                     *       ],
                     *       "remaining_paths": [],
                     *       "undo": {
                     *         "made_at": "2026-01-31T09:30:00.000Z",
                     *         "statements": [
                     *           "add prin-004 to prin-040"
                     *         ]
                     *       },
                     *       "accept_other_losses": false,
                     *       "steps": [
                     *         {
                     *           "attempt": 1,
                     *           "step": "verify",
                     *           "outcome": "revoked",
                     *           "detail": "Migration Team was removed and is verified removed: Warehouse read it back.",
                     *           "at": "2026-01-31T09:30:01.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["RemediationDetail"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    cancelRemediation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat harmless for 24 hours: the first answer is given again, with Idempotency-Replayed: true. Another body under the same key is 409.
                 * @example 0b9f2f5e-6d1c-4b1e-9c55-2f6f0a1d7c11
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the remediation.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "note": "Agreed with the owner."
                 *     }
                 */
                "application/json": {
                    /** @description Kept in the audit trail. */
                    note?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "review_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e60",
                     *       "decision_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e61",
                     *       "grant_id": "grant-041",
                     *       "principal_id": "prin-004",
                     *       "principal_name": "Jonas Weber",
                     *       "asset_id": "asset-019",
                     *       "asset_name": "migration_staging",
                     *       "account": {
                     *         "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e70",
                     *         "name": "amara.okafor@corp.example",
                     *         "platform": "synapse",
                     *         "connector_name": "Lakehouse"
                     *       },
                     *       "action": "remove_group_membership",
                     *       "target": "Migration Team",
                     *       "platform": "synapse",
                     *       "connector_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e63",
                     *       "execution": "connector",
                     *       "simulated": false,
                     *       "status": "completed",
                     *       "operation": "revoke",
                     *       "mode": "automatic",
                     *       "dry_run": false,
                     *       "attempts": 1,
                     *       "error": null,
                     *       "reason": "Not used since the migration ended.",
                     *       "requested_by": "reviewer@corp.example",
                     *       "approved_by": null,
                     *       "approved_at": null,
                     *       "due_at": null,
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "completed_at": "2026-01-31T09:30:01.000Z",
                     *       "verified_at": "2026-01-31T09:30:01.000Z",
                     *       "verified_by": "Warehouse",
                     *       "reverted_at": null,
                     *       "verification": "verified",
                     *       "assigned_to_id": null,
                     *       "assigned_to_name": null,
                     *       "requested_at": null,
                     *       "attested_by": null,
                     *       "attested_at": null,
                     *       "attestation": null,
                     *       "observed": null,
                     *       "observed_at": null,
                     *       "observed_by": null,
                     *       "contradicted_at": null,
                     *       "contradiction_open": false,
                     *       "plan": {
                     *         "action": "remove_group_membership",
                     *         "target": "Migration Team",
                     *         "path": {
                     *           "kind": "group",
                     *           "permission": "ReadWrite",
                     *           "description": "Held through prin-040, as ReadWrite.",
                     *           "closable": true
                     *         },
                     *         "statements": [
                     *           "remove prin-004 from prin-040"
                     *         ],
                     *         "warnings": [],
                     *         "also_removes": {
                     *           "total": 0,
                     *           "in_use": 0,
                     *           "items": []
                     *         },
                     *         "other_paths": [],
                     *         "planned_at": "2026-01-31T09:30:00.000Z"
                     *       },
                     *       "guards": [
                     *         {
                     *           "guard": "grant_age",
                     *           "passed": true,
                     *           "message": "The grant is 410 days old.",
                     *           "remedy": null
                     *         }
                     *       ],
                     *       "remaining_paths": [],
                     *       "undo": {
                     *         "made_at": "2026-01-31T09:30:00.000Z",
                     *         "statements": [
                     *           "add prin-004 to prin-040"
                     *         ]
                     *       },
                     *       "accept_other_losses": false,
                     *       "steps": [
                     *         {
                     *           "attempt": 1,
                     *           "step": "verify",
                     *           "outcome": "revoked",
                     *           "detail": "Migration Team was removed and is verified removed: Warehouse read it back.",
                     *           "at": "2026-01-31T09:30:01.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["RemediationDetail"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    revertRemediation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat harmless for 24 hours: the first answer is given again, with Idempotency-Replayed: true. Another body under the same key is 409.
                 * @example 0b9f2f5e-6d1c-4b1e-9c55-2f6f0a1d7c11
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the remediation.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "note": "Agreed with the owner."
                 *     }
                 */
                "application/json": {
                    /** @description Kept in the audit trail. */
                    note?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "review_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e60",
                     *       "decision_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e61",
                     *       "grant_id": "grant-041",
                     *       "principal_id": "prin-004",
                     *       "principal_name": "Jonas Weber",
                     *       "asset_id": "asset-019",
                     *       "asset_name": "migration_staging",
                     *       "account": {
                     *         "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e70",
                     *         "name": "amara.okafor@corp.example",
                     *         "platform": "synapse",
                     *         "connector_name": "Lakehouse"
                     *       },
                     *       "action": "remove_group_membership",
                     *       "target": "Migration Team",
                     *       "platform": "synapse",
                     *       "connector_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e63",
                     *       "execution": "connector",
                     *       "simulated": false,
                     *       "status": "completed",
                     *       "operation": "revoke",
                     *       "mode": "automatic",
                     *       "dry_run": false,
                     *       "attempts": 1,
                     *       "error": null,
                     *       "reason": "Not used since the migration ended.",
                     *       "requested_by": "reviewer@corp.example",
                     *       "approved_by": null,
                     *       "approved_at": null,
                     *       "due_at": null,
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "completed_at": "2026-01-31T09:30:01.000Z",
                     *       "verified_at": "2026-01-31T09:30:01.000Z",
                     *       "verified_by": "Warehouse",
                     *       "reverted_at": null,
                     *       "verification": "verified",
                     *       "assigned_to_id": null,
                     *       "assigned_to_name": null,
                     *       "requested_at": null,
                     *       "attested_by": null,
                     *       "attested_at": null,
                     *       "attestation": null,
                     *       "observed": null,
                     *       "observed_at": null,
                     *       "observed_by": null,
                     *       "contradicted_at": null,
                     *       "contradiction_open": false,
                     *       "plan": {
                     *         "action": "remove_group_membership",
                     *         "target": "Migration Team",
                     *         "path": {
                     *           "kind": "group",
                     *           "permission": "ReadWrite",
                     *           "description": "Held through prin-040, as ReadWrite.",
                     *           "closable": true
                     *         },
                     *         "statements": [
                     *           "remove prin-004 from prin-040"
                     *         ],
                     *         "warnings": [],
                     *         "also_removes": {
                     *           "total": 0,
                     *           "in_use": 0,
                     *           "items": []
                     *         },
                     *         "other_paths": [],
                     *         "planned_at": "2026-01-31T09:30:00.000Z"
                     *       },
                     *       "guards": [
                     *         {
                     *           "guard": "grant_age",
                     *           "passed": true,
                     *           "message": "The grant is 410 days old.",
                     *           "remedy": null
                     *         }
                     *       ],
                     *       "remaining_paths": [],
                     *       "undo": {
                     *         "made_at": "2026-01-31T09:30:00.000Z",
                     *         "statements": [
                     *           "add prin-004 to prin-040"
                     *         ]
                     *       },
                     *       "accept_other_losses": false,
                     *       "steps": [
                     *         {
                     *           "attempt": 1,
                     *           "step": "verify",
                     *           "outcome": "revoked",
                     *           "detail": "Migration Team was removed and is verified removed: Warehouse read it back.",
                     *           "at": "2026-01-31T09:30:01.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["RemediationDetail"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    retryRemediation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat harmless for 24 hours: the first answer is given again, with Idempotency-Replayed: true. Another body under the same key is 409.
                 * @example 0b9f2f5e-6d1c-4b1e-9c55-2f6f0a1d7c11
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the remediation.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "accept_other_losses": false
                 *     }
                 */
                "application/json": {
                    /** @description Kept in the audit trail. */
                    note?: string;
                    /** @description Carry it out although other access that is in use is lost with it. */
                    accept_other_losses?: boolean;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "review_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e60",
                     *       "decision_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e61",
                     *       "grant_id": "grant-041",
                     *       "principal_id": "prin-004",
                     *       "principal_name": "Jonas Weber",
                     *       "asset_id": "asset-019",
                     *       "asset_name": "migration_staging",
                     *       "account": {
                     *         "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e70",
                     *         "name": "amara.okafor@corp.example",
                     *         "platform": "synapse",
                     *         "connector_name": "Lakehouse"
                     *       },
                     *       "action": "remove_group_membership",
                     *       "target": "Migration Team",
                     *       "platform": "synapse",
                     *       "connector_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e63",
                     *       "execution": "connector",
                     *       "simulated": false,
                     *       "status": "completed",
                     *       "operation": "revoke",
                     *       "mode": "automatic",
                     *       "dry_run": false,
                     *       "attempts": 1,
                     *       "error": null,
                     *       "reason": "Not used since the migration ended.",
                     *       "requested_by": "reviewer@corp.example",
                     *       "approved_by": null,
                     *       "approved_at": null,
                     *       "due_at": null,
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "completed_at": "2026-01-31T09:30:01.000Z",
                     *       "verified_at": "2026-01-31T09:30:01.000Z",
                     *       "verified_by": "Warehouse",
                     *       "reverted_at": null,
                     *       "verification": "verified",
                     *       "assigned_to_id": null,
                     *       "assigned_to_name": null,
                     *       "requested_at": null,
                     *       "attested_by": null,
                     *       "attested_at": null,
                     *       "attestation": null,
                     *       "observed": null,
                     *       "observed_at": null,
                     *       "observed_by": null,
                     *       "contradicted_at": null,
                     *       "contradiction_open": false,
                     *       "plan": {
                     *         "action": "remove_group_membership",
                     *         "target": "Migration Team",
                     *         "path": {
                     *           "kind": "group",
                     *           "permission": "ReadWrite",
                     *           "description": "Held through prin-040, as ReadWrite.",
                     *           "closable": true
                     *         },
                     *         "statements": [
                     *           "remove prin-004 from prin-040"
                     *         ],
                     *         "warnings": [],
                     *         "also_removes": {
                     *           "total": 0,
                     *           "in_use": 0,
                     *           "items": []
                     *         },
                     *         "other_paths": [],
                     *         "planned_at": "2026-01-31T09:30:00.000Z"
                     *       },
                     *       "guards": [
                     *         {
                     *           "guard": "grant_age",
                     *           "passed": true,
                     *           "message": "The grant is 410 days old.",
                     *           "remedy": null
                     *         }
                     *       ],
                     *       "remaining_paths": [],
                     *       "undo": {
                     *         "made_at": "2026-01-31T09:30:00.000Z",
                     *         "statements": [
                     *           "add prin-004 to prin-040"
                     *         ]
                     *       },
                     *       "accept_other_losses": false,
                     *       "steps": [
                     *         {
                     *           "attempt": 1,
                     *           "step": "verify",
                     *           "outcome": "revoked",
                     *           "detail": "Migration Team was removed and is verified removed: Warehouse read it back.",
                     *           "at": "2026-01-31T09:30:01.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["RemediationDetail"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /**
                 * @description Items per page.
                 * @example 50
                 */
                limit?: number;
                /** @description The next_cursor of the previous page, with the same filters. Not together with offset. */
                cursor?: string;
                /**
                 * @description How many items to skip. Not together with cursor, which stays fast however deep.
                 * @example 0
                 */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of webhooks, ordered by id. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *           "url": "https://hooks.corp.example/lapse",
                     *           "event_types": [
                     *             "review.created",
                     *             "review.decided"
                     *           ],
                     *           "description": "Tickets for the security team",
                     *           "enabled": true,
                     *           "disabled_reason": null,
                     *           "disabled_at": null,
                     *           "previous_secret_expires_at": null,
                     *           "health": {
                     *             "breaker": "closed",
                     *             "next_probe_at": null,
                     *             "consecutive_failures": 0,
                     *             "failing_since": null,
                     *             "last_success_at": "2026-01-31T09:30:00.000Z",
                     *             "last_failure_at": null,
                     *             "last_error": null,
                     *             "pending": 0,
                     *             "dead": 0
                     *           },
                     *           "created_by": "admin@corp.example",
                     *           "created_at": "2026-01-30T08:00:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": null,
                     *       "total": 1,
                     *       "limit": 50,
                     *       "offset": 0
                     *     }
                     */
                    "application/json": {
                        /** @description Items of the page. */
                        items: components["schemas"]["Webhook"][];
                        /** @description Pass as cursor for the next page; null on the last. */
                        next_cursor: string | null;
                        /** @description How many items match the filters in all. */
                        total: number;
                        /** @description The page size that was used. */
                        limit: number;
                        /** @description How many items come before this page, when offset was used. */
                        offset: number;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat harmless for 24 hours: the first answer is given again, with Idempotency-Replayed: true. Another body under the same key is 409.
                 * @example 0b9f2f5e-6d1c-4b1e-9c55-2f6f0a1d7c11
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://hooks.corp.example/lapse",
                 *       "event_types": [
                 *         "review.created",
                 *         "review.decided"
                 *       ],
                 *       "description": "Tickets for the security team"
                 *     }
                 */
                "application/json": {
                    /** @description https, on the public internet unless the operator has opened more. Redirects are not followed. */
                    url: string;
                    /** @description "*" alone for all, or some of score.threshold_crossed, grant.threshold_crossed, review.created, review.decided, review.escalated, review.expired, remediation.executed, remediation.failed, remediation.reverted, remediation.requested, remediation.blocked, remediation.attested, remediation.verified, remediation.still_present, grant.reappeared, anomaly.detected, report.completed, alert.firing, alert.resolved, audit.checkpoint. */
                    event_types: string[];
                    description?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "url": "https://hooks.corp.example/lapse",
                     *       "event_types": [
                     *         "review.created",
                     *         "review.decided"
                     *       ],
                     *       "description": "Tickets for the security team",
                     *       "enabled": true,
                     *       "disabled_reason": null,
                     *       "disabled_at": null,
                     *       "previous_secret_expires_at": null,
                     *       "health": {
                     *         "breaker": "closed",
                     *         "next_probe_at": null,
                     *         "consecutive_failures": 0,
                     *         "failing_since": null,
                     *         "last_success_at": "2026-01-31T09:30:00.000Z",
                     *         "last_failure_at": null,
                     *         "last_error": null,
                     *         "pending": 0,
                     *         "dead": 0
                     *       },
                     *       "created_by": "admin@corp.example",
                     *       "created_at": "2026-01-30T08:00:00.000Z",
                     *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the webhook.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "url": "https://hooks.corp.example/lapse",
                     *       "event_types": [
                     *         "review.created",
                     *         "review.decided"
                     *       ],
                     *       "description": "Tickets for the security team",
                     *       "enabled": true,
                     *       "disabled_reason": null,
                     *       "disabled_at": null,
                     *       "previous_secret_expires_at": null,
                     *       "health": {
                     *         "breaker": "closed",
                     *         "next_probe_at": null,
                     *         "consecutive_failures": 0,
                     *         "failing_since": null,
                     *         "last_success_at": "2026-01-31T09:30:00.000Z",
                     *         "last_failure_at": null,
                     *         "last_error": null,
                     *         "pending": 0,
                     *         "dead": 0
                     *       },
                     *       "created_by": "admin@corp.example",
                     *       "created_at": "2026-01-30T08:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the webhook.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "url": "https://hooks.corp.example/lapse",
                     *       "event_types": [
                     *         "review.created",
                     *         "review.decided"
                     *       ],
                     *       "description": "Tickets for the security team",
                     *       "enabled": true,
                     *       "disabled_reason": null,
                     *       "disabled_at": null,
                     *       "previous_secret_expires_at": null,
                     *       "health": {
                     *         "breaker": "closed",
                     *         "next_probe_at": null,
                     *         "consecutive_failures": 0,
                     *         "failing_since": null,
                     *         "last_success_at": "2026-01-31T09:30:00.000Z",
                     *         "last_failure_at": null,
                     *         "last_error": null,
                     *         "pending": 0,
                     *         "dead": 0
                     *       },
                     *       "created_by": "admin@corp.example",
                     *       "created_at": "2026-01-30T08:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the webhook.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event_types": [
                 *         "*"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description https, on the public internet unless the operator has opened more. Redirects are not followed. */
                    url?: string;
                    /** @description "*" alone for all, or some of score.threshold_crossed, grant.threshold_crossed, review.created, review.decided, review.escalated, review.expired, remediation.executed, remediation.failed, remediation.reverted, remediation.requested, remediation.blocked, remediation.attested, remediation.verified, remediation.still_present, grant.reappeared, anomaly.detected, report.completed, alert.firing, alert.resolved, audit.checkpoint. */
                    event_types?: string[];
                    description?: string;
                    /** @description true resumes what waits and forgets failures; false stops at once. */
                    enabled?: boolean;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "url": "https://hooks.corp.example/lapse",
                     *       "event_types": [
                     *         "review.created",
                     *         "review.decided"
                     *       ],
                     *       "description": "Tickets for the security team",
                     *       "enabled": true,
                     *       "disabled_reason": null,
                     *       "disabled_at": null,
                     *       "previous_secret_expires_at": null,
                     *       "health": {
                     *         "breaker": "closed",
                     *         "next_probe_at": null,
                     *         "consecutive_failures": 0,
                     *         "failing_since": null,
                     *         "last_success_at": "2026-01-31T09:30:00.000Z",
                     *         "last_failure_at": null,
                     *         "last_error": null,
                     *         "pending": 0,
                     *         "dead": 0
                     *       },
                     *       "created_by": "admin@corp.example",
                     *       "created_at": "2026-01-30T08:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat harmless for 24 hours: the first answer is given again, with Idempotency-Replayed: true. Another body under the same key is 409.
                 * @example 0b9f2f5e-6d1c-4b1e-9c55-2f6f0a1d7c11
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the webhook.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "url": "https://hooks.corp.example/lapse",
                     *       "event_types": [
                     *         "review.created",
                     *         "review.decided"
                     *       ],
                     *       "description": "Tickets for the security team",
                     *       "enabled": true,
                     *       "disabled_reason": null,
                     *       "disabled_at": null,
                     *       "previous_secret_expires_at": null,
                     *       "health": {
                     *         "breaker": "closed",
                     *         "next_probe_at": null,
                     *         "consecutive_failures": 0,
                     *         "failing_since": null,
                     *         "last_success_at": "2026-01-31T09:30:00.000Z",
                     *         "last_failure_at": null,
                     *         "last_error": null,
                     *         "pending": 0,
                     *         "dead": 0
                     *       },
                     *       "created_by": "admin@corp.example",
                     *       "created_at": "2026-01-30T08:00:00.000Z",
                     *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description Items per page.
                 * @example 50
                 */
                limit?: number;
                /** @description The next_cursor of the previous page, with the same filters. Not together with offset. */
                cursor?: string;
                /**
                 * @description How many items to skip. Not together with cursor, which stays fast however deep.
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description Only this status.
                 * @example dead
                 */
                status?: "pending" | "delivered" | "dead" | "skipped";
                /**
                 * @description Of the event.
                 * @example review.created
                 */
                event_type?: string;
                /**
                 * @description Made at or after this.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                since?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the webhook.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries, newest first. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "0198c0df-1a2b-7c3d-8e4f-5a6b7c8d9e0f",
                     *           "webhook_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *           "event_id": "evt_0198c0df-1a2b-7c3d-8e4f-5a6b7c8d9e0f",
                     *           "type": "review.created",
                     *           "status": "delivered",
                     *           "attempts": [
                     *             {
                     *               "at": "2026-01-31T09:30:00.120Z",
                     *               "status_code": 200,
                     *               "latency_ms": 41.3,
                     *               "error": null,
                     *               "response": "ok"
                     *             }
                     *           ],
                     *           "next_attempt_at": null,
                     *           "created_at": "2026-01-31T09:30:00.000Z",
                     *           "finished_at": "2026-01-31T09:30:00.170Z"
                     *         }
                     *       ],
                     *       "next_cursor": null,
                     *       "total": 1,
                     *       "limit": 50,
                     *       "offset": 0
                     *     }
                     */
                    "application/json": {
                        /** @description Items of the page. */
                        items: components["schemas"]["WebhookDelivery"][];
                        /** @description Pass as cursor for the next page; null on the last. */
                        next_cursor: string | null;
                        /** @description How many items match the filters in all. */
                        total: number;
                        /** @description The page size that was used. */
                        limit: number;
                        /** @description How many items come before this page, when offset was used. */
                        offset: number;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the webhook.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
                 */
                id: string;
                /**
                 * @description Id of the delivery.
                 * @example 0198c0df-1a2b-7c3d-8e4f-5a6b7c8d9e0f
                 */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0df-1a2b-7c3d-8e4f-5a6b7c8d9e0f",
                     *       "webhook_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "event_id": "evt_0198c0df-1a2b-7c3d-8e4f-5a6b7c8d9e0f",
                     *       "type": "review.created",
                     *       "status": "delivered",
                     *       "attempts": [
                     *         {
                     *           "at": "2026-01-31T09:30:00.120Z",
                     *           "status_code": 200,
                     *           "latency_ms": 41.3,
                     *           "error": null,
                     *           "response": "ok"
                     *         }
                     *       ],
                     *       "next_attempt_at": null,
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "finished_at": "2026-01-31T09:30:00.170Z",
                     *       "payload": "{\"id\":\"evt_0198c0df-1a2b-7c3d-8e4f-5a6b7c8d9e0f\",\"type\":\"review.created\",\"created_at\":\"2026-01-31T09:30:00.000Z\",\"data\":{}}"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDeliveryDetail"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat harmless for 24 hours: the first answer is given again, with Idempotency-Replayed: true. Another body under the same key is 409.
                 * @example 0b9f2f5e-6d1c-4b1e-9c55-2f6f0a1d7c11
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the webhook.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0df-1a2b-7c3d-8e4f-5a6b7c8d9e0f",
                     *       "webhook_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "event_id": "evt_0198c0df-1a2b-7c3d-8e4f-5a6b7c8d9e0f",
                     *       "type": "review.created",
                     *       "status": "delivered",
                     *       "attempts": [
                     *         {
                     *           "at": "2026-01-31T09:30:00.120Z",
                     *           "status_code": 200,
                     *           "latency_ms": 41.3,
                     *           "error": null,
                     *           "response": "ok"
                     *         }
                     *       ],
                     *       "next_attempt_at": null,
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "finished_at": "2026-01-31T09:30:00.170Z",
                     *       "payload": "{\"id\":\"evt_0198c0df-1a2b-7c3d-8e4f-5a6b7c8d9e0f\",\"type\":\"review.created\",\"created_at\":\"2026-01-31T09:30:00.000Z\",\"data\":{}}"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDeliveryDetail"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    redeliverWebhookDelivery: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat harmless for 24 hours: the first answer is given again, with Idempotency-Replayed: true. Another body under the same key is 409.
                 * @example 0b9f2f5e-6d1c-4b1e-9c55-2f6f0a1d7c11
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the webhook.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
                 */
                id: string;
                /**
                 * @description Id of the delivery.
                 * @example 0198c0df-1a2b-7c3d-8e4f-5a6b7c8d9e0f
                 */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0df-1a2b-7c3d-8e4f-5a6b7c8d9e0f",
                     *       "webhook_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "event_id": "evt_0198c0df-1a2b-7c3d-8e4f-5a6b7c8d9e0f",
                     *       "type": "review.created",
                     *       "status": "delivered",
                     *       "attempts": [
                     *         {
                     *           "at": "2026-01-31T09:30:00.120Z",
                     *           "status_code": 200,
                     *           "latency_ms": 41.3,
                     *           "error": null,
                     *           "response": "ok"
                     *         }
                     *       ],
                     *       "next_attempt_at": null,
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "finished_at": "2026-01-31T09:30:00.170Z",
                     *       "payload": "{\"id\":\"evt_0198c0df-1a2b-7c3d-8e4f-5a6b7c8d9e0f\",\"type\":\"review.created\",\"created_at\":\"2026-01-31T09:30:00.000Z\",\"data\":{}}"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDeliveryDetail"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    redeliverFailedDeliveries: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat harmless for 24 hours: the first answer is given again, with Idempotency-Replayed: true. Another body under the same key is 409.
                 * @example 0b9f2f5e-6d1c-4b1e-9c55-2f6f0a1d7c11
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the webhook.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "since": "2026-01-31T00:00:00Z"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date-time
                     * @description Deliveries that were made at or after this.
                     * @example 2026-01-31T09:30:00.000Z
                     */
                    since: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "redelivered": 12
                     *     }
                     */
                    "application/json": components["schemas"]["Redelivered"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listNotificationsChannels: {
        parameters: {
            query?: {
                /**
                 * @description Items per page.
                 * @example 50
                 */
                limit?: number;
                /** @description The next_cursor of the previous page, with the same filters. Not together with offset. */
                cursor?: string;
                /**
                 * @description How many items to skip. Not together with cursor, which stays fast however deep.
                 * @example 0
                 */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of channels, ordered by id. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *           "kind": "email",
                     *           "description": "Mail to reviewers",
                     *           "occasions": [
                     *             "assigned",
                     *             "reminder",
                     *             "escalated",
                     *             "overdue"
                     *           ],
                     *           "settings": {
                     *             "host": "smtp.corp.example",
                     *             "port": 587,
                     *             "security": "starttls",
                     *             "username": "lapse",
                     *             "from": "lapse@corp.example",
                     *             "gather_seconds": 60,
                     *             "decide_links": false
                     *           },
                     *           "interactions_path": null,
                     *           "enabled": true,
                     *           "disabled_reason": null,
                     *           "disabled_at": null,
                     *           "last_success_at": "2026-01-31T09:30:00.000Z",
                     *           "last_failure_at": null,
                     *           "last_error": null,
                     *           "failing_since": null,
                     *           "created_by": "admin@corp.example",
                     *           "created_at": "2026-01-30T08:00:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": null,
                     *       "total": 1,
                     *       "limit": 50,
                     *       "offset": 0
                     *     }
                     */
                    "application/json": {
                        /** @description Items of the page. */
                        items: components["schemas"]["NotificationChannel"][];
                        /** @description Pass as cursor for the next page; null on the last. */
                        next_cursor: string | null;
                        /** @description How many items match the filters in all. */
                        total: number;
                        /** @description The page size that was used. */
                        limit: number;
                        /** @description How many items come before this page, when offset was used. */
                        offset: number;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createNotificationsChannel: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat harmless for 24 hours: the first answer is given again, with Idempotency-Replayed: true. Another body under the same key is 409.
                 * @example 0b9f2f5e-6d1c-4b1e-9c55-2f6f0a1d7c11
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kind": "email",
                 *       "settings": {
                 *         "host": "smtp.corp.example",
                 *         "port": 587,
                 *         "security": "starttls",
                 *         "username": "lapse",
                 *         "password": "correct horse battery staple",
                 *         "from": "lapse@corp.example"
                 *       },
                 *       "occasions": [
                 *         "assigned",
                 *         "reminder",
                 *         "escalated",
                 *         "overdue"
                 *       ],
                 *       "description": "Mail to reviewers"
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    kind: "email" | "slack" | "teams";
                    /** @description E-mail takes host, port, security, username, password, from and decide_links; slack and teams take url. An app of Slack, which writes to reviewers and lets them decide, takes bot_token, signing_secret and team_id instead. */
                    settings: {
                        /** @description The mail server. */
                        host?: string;
                        port?: number;
                        /**
                         * @description starttls is required, not tried; none is for a server on loopback only.
                         * @enum {string}
                         */
                        security?: "tls" | "starttls" | "none";
                        username?: string | null;
                        /** @description Kept sealed, never shown. */
                        password?: string | null;
                        /** @description The address that mails come from. */
                        from?: string;
                        /** @description Of slack and teams: the incoming webhook. Kept sealed, shown without its path. */
                        url?: string;
                        /** @description What happens to one recipient within this time is one message; 60 unless told. */
                        gather_seconds?: number;
                        /** @description Of e-mail: whether each mail to a reviewer has a link, good once, to a page on which they decide without signing in. false unless told: whoever reads the mailbox can then decide. */
                        decide_links?: boolean;
                        /** @description Of an app of Slack (xoxb-…). Kept sealed, never shown. */
                        bot_token?: string;
                        /** @description Of an app of Slack. Kept sealed, never shown. */
                        signing_secret?: string;
                        /** @description Of an app of Slack: the id of the workspace (T…). */
                        team_id?: string;
                        /** @description Of an app of Slack: where its API is; https://slack.com/api unless told. */
                        api_url?: string;
                    };
                    /** @description What is told: assigned, reminder, escalated, overdue, holder_answered, removal_requested, removal_blocked, alert. removal_requested goes to the person who is to remove access where nothing is connected, removal_blocked to whoever revoked what a guard keeps from being removed, holder_answered to whoever asked the person who holds the access. */
                    occasions?: ("assigned" | "reminder" | "escalated" | "overdue" | "holder_answered" | "removal_requested" | "removal_blocked" | "alert")[];
                    description?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "kind": "email",
                     *       "description": "Mail to reviewers",
                     *       "occasions": [
                     *         "assigned",
                     *         "reminder",
                     *         "escalated",
                     *         "overdue"
                     *       ],
                     *       "settings": {
                     *         "host": "smtp.corp.example",
                     *         "port": 587,
                     *         "security": "starttls",
                     *         "username": "lapse",
                     *         "from": "lapse@corp.example",
                     *         "gather_seconds": 60,
                     *         "decide_links": false
                     *       },
                     *       "interactions_path": null,
                     *       "enabled": true,
                     *       "disabled_reason": null,
                     *       "disabled_at": null,
                     *       "last_success_at": "2026-01-31T09:30:00.000Z",
                     *       "last_failure_at": null,
                     *       "last_error": null,
                     *       "failing_since": null,
                     *       "created_by": "admin@corp.example",
                     *       "created_at": "2026-01-30T08:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["NotificationChannel"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getNotificationsChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the channel.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "kind": "email",
                     *       "description": "Mail to reviewers",
                     *       "occasions": [
                     *         "assigned",
                     *         "reminder",
                     *         "escalated",
                     *         "overdue"
                     *       ],
                     *       "settings": {
                     *         "host": "smtp.corp.example",
                     *         "port": 587,
                     *         "security": "starttls",
                     *         "username": "lapse",
                     *         "from": "lapse@corp.example",
                     *         "gather_seconds": 60,
                     *         "decide_links": false
                     *       },
                     *       "interactions_path": null,
                     *       "enabled": true,
                     *       "disabled_reason": null,
                     *       "disabled_at": null,
                     *       "last_success_at": "2026-01-31T09:30:00.000Z",
                     *       "last_failure_at": null,
                     *       "last_error": null,
                     *       "failing_since": null,
                     *       "created_by": "admin@corp.example",
                     *       "created_at": "2026-01-30T08:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["NotificationChannel"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteNotificationsChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the channel.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "kind": "email",
                     *       "description": "Mail to reviewers",
                     *       "occasions": [
                     *         "assigned",
                     *         "reminder",
                     *         "escalated",
                     *         "overdue"
                     *       ],
                     *       "settings": {
                     *         "host": "smtp.corp.example",
                     *         "port": 587,
                     *         "security": "starttls",
                     *         "username": "lapse",
                     *         "from": "lapse@corp.example",
                     *         "gather_seconds": 60,
                     *         "decide_links": false
                     *       },
                     *       "interactions_path": null,
                     *       "enabled": true,
                     *       "disabled_reason": null,
                     *       "disabled_at": null,
                     *       "last_success_at": "2026-01-31T09:30:00.000Z",
                     *       "last_failure_at": null,
                     *       "last_error": null,
                     *       "failing_since": null,
                     *       "created_by": "admin@corp.example",
                     *       "created_at": "2026-01-30T08:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["NotificationChannel"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateNotificationsChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the channel.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "occasions": [
                 *         "assigned",
                 *         "escalated"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description E-mail takes host, port, security, username, password, from and decide_links; slack and teams take url. An app of Slack, which writes to reviewers and lets them decide, takes bot_token, signing_secret and team_id instead. */
                    settings?: {
                        /** @description The mail server. */
                        host?: string;
                        port?: number;
                        /**
                         * @description starttls is required, not tried; none is for a server on loopback only.
                         * @enum {string}
                         */
                        security?: "tls" | "starttls" | "none";
                        username?: string | null;
                        /** @description Kept sealed, never shown. */
                        password?: string | null;
                        /** @description The address that mails come from. */
                        from?: string;
                        /** @description Of slack and teams: the incoming webhook. Kept sealed, shown without its path. */
                        url?: string;
                        /** @description What happens to one recipient within this time is one message; 60 unless told. */
                        gather_seconds?: number;
                        /** @description Of e-mail: whether each mail to a reviewer has a link, good once, to a page on which they decide without signing in. false unless told: whoever reads the mailbox can then decide. */
                        decide_links?: boolean;
                        /** @description Of an app of Slack (xoxb-…). Kept sealed, never shown. */
                        bot_token?: string;
                        /** @description Of an app of Slack. Kept sealed, never shown. */
                        signing_secret?: string;
                        /** @description Of an app of Slack: the id of the workspace (T…). */
                        team_id?: string;
                        /** @description Of an app of Slack: where its API is; https://slack.com/api unless told. */
                        api_url?: string;
                    };
                    /** @description What is told: assigned, reminder, escalated, overdue, holder_answered, removal_requested, removal_blocked, alert. removal_requested goes to the person who is to remove access where nothing is connected, removal_blocked to whoever revoked what a guard keeps from being removed, holder_answered to whoever asked the person who holds the access. */
                    occasions?: ("assigned" | "reminder" | "escalated" | "overdue" | "holder_answered" | "removal_requested" | "removal_blocked" | "alert")[];
                    description?: string;
                    /** @description true sends what waits; false stops at once. */
                    enabled?: boolean;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "kind": "email",
                     *       "description": "Mail to reviewers",
                     *       "occasions": [
                     *         "assigned",
                     *         "reminder",
                     *         "escalated",
                     *         "overdue"
                     *       ],
                     *       "settings": {
                     *         "host": "smtp.corp.example",
                     *         "port": 587,
                     *         "security": "starttls",
                     *         "username": "lapse",
                     *         "from": "lapse@corp.example",
                     *         "gather_seconds": 60,
                     *         "decide_links": false
                     *       },
                     *       "interactions_path": null,
                     *       "enabled": true,
                     *       "disabled_reason": null,
                     *       "disabled_at": null,
                     *       "last_success_at": "2026-01-31T09:30:00.000Z",
                     *       "last_failure_at": null,
                     *       "last_error": null,
                     *       "failing_since": null,
                     *       "created_by": "admin@corp.example",
                     *       "created_at": "2026-01-30T08:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["NotificationChannel"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    testNotificationsChannel: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat harmless for 24 hours: the first answer is given again, with Idempotency-Replayed: true. Another body under the same key is 409.
                 * @example 0b9f2f5e-6d1c-4b1e-9c55-2f6f0a1d7c11
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the channel.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "recipient": "admin@corp.example"
                 *     }
                 */
                "application/json": {
                    /** @description Of e-mail: the address to send the test to. */
                    recipient?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0df-1a2b-7c3d-8e4f-5a6b7c8d9e0f",
                     *       "channel_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "type": "notification.reviews",
                     *       "recipient": "prin-002",
                     *       "status": "delivered",
                     *       "attempts": [
                     *         {
                     *           "at": "2026-01-31T09:30:00.120Z",
                     *           "status_code": 250,
                     *           "latency_ms": 41.3,
                     *           "error": null,
                     *           "response": "250 2.0.0 Ok"
                     *         }
                     *       ],
                     *       "next_attempt_at": null,
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "finished_at": "2026-01-31T09:30:00.170Z"
                     *     }
                     */
                    "application/json": components["schemas"]["NotificationDelivery"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listNotificationsChannelDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description Items per page.
                 * @example 50
                 */
                limit?: number;
                /** @description The next_cursor of the previous page, with the same filters. Not together with offset. */
                cursor?: string;
                /**
                 * @description How many items to skip. Not together with cursor, which stays fast however deep.
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description Only this status.
                 * @example dead
                 */
                status?: "pending" | "delivered" | "dead" | "skipped";
            };
            header?: never;
            path: {
                /**
                 * @description Id of the channel.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of messages, newest first. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "0198c0df-1a2b-7c3d-8e4f-5a6b7c8d9e0f",
                     *           "channel_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *           "type": "notification.reviews",
                     *           "recipient": "prin-002",
                     *           "status": "delivered",
                     *           "attempts": [
                     *             {
                     *               "at": "2026-01-31T09:30:00.120Z",
                     *               "status_code": 250,
                     *               "latency_ms": 41.3,
                     *               "error": null,
                     *               "response": "250 2.0.0 Ok"
                     *             }
                     *           ],
                     *           "next_attempt_at": null,
                     *           "created_at": "2026-01-31T09:30:00.000Z",
                     *           "finished_at": "2026-01-31T09:30:00.170Z"
                     *         }
                     *       ],
                     *       "next_cursor": null,
                     *       "total": 1,
                     *       "limit": 50,
                     *       "offset": 0
                     *     }
                     */
                    "application/json": {
                        /** @description Items of the page. */
                        items: components["schemas"]["NotificationDelivery"][];
                        /** @description Pass as cursor for the next page; null on the last. */
                        next_cursor: string | null;
                        /** @description How many items match the filters in all. */
                        total: number;
                        /** @description The page size that was used. */
                        limit: number;
                        /** @description How many items come before this page, when offset was used. */
                        offset: number;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    redeliverNotificationsChannelDelivery: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat harmless for 24 hours: the first answer is given again, with Idempotency-Replayed: true. Another body under the same key is 409.
                 * @example 0b9f2f5e-6d1c-4b1e-9c55-2f6f0a1d7c11
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the channel.
                 * @example 0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f
                 */
                id: string;
                /**
                 * @description Id of the message.
                 * @example 0198c0df-1a2b-7c3d-8e4f-5a6b7c8d9e0f
                 */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c0df-1a2b-7c3d-8e4f-5a6b7c8d9e0f",
                     *       "channel_id": "0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f",
                     *       "type": "notification.reviews",
                     *       "recipient": "prin-002",
                     *       "status": "delivered",
                     *       "attempts": [
                     *         {
                     *           "at": "2026-01-31T09:30:00.120Z",
                     *           "status_code": 250,
                     *           "latency_ms": 41.3,
                     *           "error": null,
                     *           "response": "250 2.0.0 Ok"
                     *         }
                     *       ],
                     *       "next_attempt_at": null,
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "finished_at": "2026-01-31T09:30:00.170Z"
                     *     }
                     */
                    "application/json": components["schemas"]["NotificationDelivery"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "auth": "bearer",
                     *       "tenant": "5f0c2a9e-31c4-4d1b-9b73-0f6b0d6f9d11",
                     *       "organisation_name": "Northwind Mutual Insurance",
                     *       "principal_id": "prin-007",
                     *       "name": "Håkon Myrvold",
                     *       "email": "hakon.myrvold@example.com",
                     *       "roles": [
                     *         "service.reviewer"
                     *       ],
                     *       "version": "0.1.0",
                     *       "public_url": "https://lapse.example.com"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description How the caller is known: not at all (authentication is off), by a token, or by a session of the browser.
                         * @enum {string}
                         */
                        auth: "disabled" | "bearer" | "cookie";
                        /** @description The organisation's id at its identity provider. */
                        tenant: string;
                        /** @description What the organisation calls itself; null until somebody names it. */
                        organisation_name: string | null;
                        /** @description The principal that the caller is, if it is known. */
                        principal_id: string | null;
                        name: string | null;
                        email: string | null;
                        roles: ("service.admin" | "service.reviewer" | "service.ingest" | "service.auditor")[];
                        /** @description Of the service. */
                        version: string;
                        /** @description Where people and programs reach the service (PUBLIC_URL); null when the operator has not said. */
                        public_url: string | null;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listAlerts: {
        parameters: {
            query?: {
                /**
                 * @description Items per page.
                 * @example 50
                 */
                limit?: number;
                /** @description The next_cursor of the previous page, with the same filters. Not together with offset. */
                cursor?: string;
                /**
                 * @description How many items to skip. Not together with cursor, which stays fast however deep.
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description Only those in this state.
                 * @example firing
                 */
                state?: "pending" | "firing" | "resolved";
                /**
                 * @description Only those of this severity.
                 * @example critical
                 */
                severity?: "warning" | "critical";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of alerts, by id. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "ingestion_stopped:conn-001",
                     *           "alert": "ingestion_stopped",
                     *           "severity": "critical",
                     *           "state": "firing",
                     *           "value": 0,
                     *           "threshold": 0,
                     *           "for_seconds": 900,
                     *           "over_seconds": null,
                     *           "since": "2026-01-31T09:30:00.000Z",
                     *           "observed_at": "2026-01-31T09:41:15.000Z",
                     *           "labels": {
                     *             "connector": "conn-001"
                     *           },
                     *           "summary": "A connector has brought no event for 15 minutes.",
                     *           "subject": null,
                     *           "link": null,
                     *           "action": "Look at GET /v1/connectors/{id}.",
                     *           "acknowledged": {
                     *             "by": "ops@example.com",
                     *             "at": "2026-01-31T09:35:00.000Z",
                     *             "note": "The platform is being upgraded."
                     *           },
                     *           "silenced": null
                     *         }
                     *       ],
                     *       "next_cursor": null,
                     *       "total": 1,
                     *       "limit": 50,
                     *       "offset": 0
                     *     }
                     */
                    "application/json": {
                        /** @description Items of the page. */
                        items: components["schemas"]["Alert"][];
                        /** @description Pass as cursor for the next page; null on the last. */
                        next_cursor: string | null;
                        /** @description How many items match the filters in all. */
                        total: number;
                        /** @description The page size that was used. */
                        limit: number;
                        /** @description How many items come before this page, when offset was used. */
                        offset: number;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    acknowledgeAlert: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat harmless for 24 hours: the first answer is given again, with Idempotency-Replayed: true. Another body under the same key is 409.
                 * @example 0b9f2f5e-6d1c-4b1e-9c55-2f6f0a1d7c11
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the alert.
                 * @example ingestion_stopped:conn-001
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "note": "The platform is being upgraded."
                 *     }
                 */
                "application/json": {
                    /**
                     * @description What is being done about it.
                     * @example The platform is being upgraded.
                     */
                    note?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ingestion_stopped:conn-001",
                     *       "alert": "ingestion_stopped",
                     *       "severity": "critical",
                     *       "state": "firing",
                     *       "value": 0,
                     *       "threshold": 0,
                     *       "for_seconds": 900,
                     *       "over_seconds": null,
                     *       "since": "2026-01-31T09:30:00.000Z",
                     *       "observed_at": "2026-01-31T09:41:15.000Z",
                     *       "labels": {
                     *         "connector": "conn-001"
                     *       },
                     *       "summary": "A connector has brought no event for 15 minutes.",
                     *       "subject": null,
                     *       "link": null,
                     *       "action": "Look at GET /v1/connectors/{id}.",
                     *       "acknowledged": {
                     *         "by": "ops@example.com",
                     *         "at": "2026-01-31T09:35:00.000Z",
                     *         "note": "The platform is being upgraded."
                     *       },
                     *       "silenced": null
                     *     }
                     */
                    "application/json": components["schemas"]["Alert"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    silenceAlert: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat harmless for 24 hours: the first answer is given again, with Idempotency-Replayed: true. Another body under the same key is 409.
                 * @example 0b9f2f5e-6d1c-4b1e-9c55-2f6f0a1d7c11
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the alert.
                 * @example ingestion_stopped:conn-001
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "until": "2026-02-14T00:00:00Z",
                 *       "reason": "The platform is moved to another region."
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date-time
                     * @description When it ends by itself: at most 90 days from now.
                     * @example 2026-01-31T09:30:00.000Z
                     */
                    until: string;
                    /**
                     * @description Why nobody is to be told.
                     * @example The platform is moved to another region.
                     */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ingestion_stopped:conn-001",
                     *       "alert": "ingestion_stopped",
                     *       "severity": "critical",
                     *       "state": "firing",
                     *       "value": 0,
                     *       "threshold": 0,
                     *       "for_seconds": 900,
                     *       "over_seconds": null,
                     *       "since": "2026-01-31T09:30:00.000Z",
                     *       "observed_at": "2026-01-31T09:41:15.000Z",
                     *       "labels": {
                     *         "connector": "conn-001"
                     *       },
                     *       "summary": "A connector has brought no event for 15 minutes.",
                     *       "subject": null,
                     *       "link": null,
                     *       "action": "Look at GET /v1/connectors/{id}.",
                     *       "acknowledged": {
                     *         "by": "ops@example.com",
                     *         "at": "2026-01-31T09:35:00.000Z",
                     *         "note": "The platform is being upgraded."
                     *       },
                     *       "silenced": null
                     *     }
                     */
                    "application/json": components["schemas"]["Alert"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteAlertSilence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the alert.
                 * @example ingestion_stopped:conn-001
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ingestion_stopped:conn-001",
                     *       "alert": "ingestion_stopped",
                     *       "severity": "critical",
                     *       "state": "firing",
                     *       "value": 0,
                     *       "threshold": 0,
                     *       "for_seconds": 900,
                     *       "over_seconds": null,
                     *       "since": "2026-01-31T09:30:00.000Z",
                     *       "observed_at": "2026-01-31T09:41:15.000Z",
                     *       "labels": {
                     *         "connector": "conn-001"
                     *       },
                     *       "summary": "A connector has brought no event for 15 minutes.",
                     *       "subject": null,
                     *       "link": null,
                     *       "action": "Look at GET /v1/connectors/{id}.",
                     *       "acknowledged": {
                     *         "by": "ops@example.com",
                     *         "at": "2026-01-31T09:35:00.000Z",
                     *         "note": "The platform is being upgraded."
                     *       },
                     *       "silenced": null
                     *     }
                     */
                    "application/json": components["schemas"]["Alert"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getPipeline: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "as_of": "2026-01-31T09:30:00.000Z",
                     *       "lag": [
                     *         {
                     *           "stage": "events",
                     *           "items": 120,
                     *           "is_at_least": false,
                     *           "oldest_seconds": 1.4
                     *         }
                     *       ],
                     *       "stages": [
                     *         {
                     *           "stage": "decay recalculation",
                     *           "batches": 812,
                     *           "mean_seconds": 0.02,
                     *           "p99_seconds": 0.24
                     *         }
                     *       ],
                     *       "recent": {
                     *         "batches": 3,
                     *         "p99_seconds": 0.31
                     *       },
                     *       "connectors": [
                     *         {
                     *           "connector": "api",
                     *           "events": 48211,
                     *           "is_healthy": null
                     *         }
                     *       ],
                     *       "dead_letters": 0,
                     *       "work_failures": [],
                     *       "webhook_deliveries": {
                     *         "waiting": 0,
                     *         "dead": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PipelineState"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    streamChanges: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events, until one side ends it. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example retry: 3000
                     *
                     *     event: change
                     *     id: 1
                     *     data: {"kinds":["reviews","overview"],"at":"2026-01-31T09:30:00.000Z"}
                     */
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
}
