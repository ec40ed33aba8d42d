import { describeFaults } from '../support/describe-faults.ts';
import { entraWorld } from '../support/entra-world.ts';

/** Lapse and the platforms that it is connected to, with the line between them cut, slow or half open. */
describeFaults('Entra ID', entraWorld);
