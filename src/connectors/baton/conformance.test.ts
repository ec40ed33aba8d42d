import { batonWorld } from '../../../test/support/baton/baton-world.ts';
import { describeConformance } from '../../../test/support/describe-conformance.ts';

describeConformance('A Baton connector', batonWorld);

describeConformance('A Baton connector, late and with pages that are empty', () =>
  batonWorld({ lag_ms: 400, empty_pages: true }),
);
