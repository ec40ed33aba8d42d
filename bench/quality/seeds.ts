/** Whatever a rule is fitted or calibrated on, and every default that is chosen, comes from these worlds. */
export const TRAINING_SEEDS = [11, 12, 13] as const;

/** And whatever is claimed comes from these: this one and the ones after it. */
export const FIRST_TEST_SEED = 501;

/** The defaults of the first model were chosen on organisations 1 to 8; these played no part in that. */
export const FIRST_ORGANISATION = 201;
