/**
 * 0: done; 1: the answer is no; 2: wrong usage; 3: suspended until something comes from outside;
 * 130: interrupted, and the run can be resumed.
 */
export type ExitCode = 0 | 1 | 2 | 3 | 130
