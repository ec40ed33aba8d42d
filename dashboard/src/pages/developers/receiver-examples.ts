import node from './examples/receiver.mjs?raw';
import python from './examples/receiver.py?raw';

/** Whole receivers, to be copied and run; a test runs them. They check the headers that Lapse sends. */
export const NODE_RECEIVER = node;
export const PYTHON_RECEIVER = python;
