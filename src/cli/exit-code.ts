/** 0: done; 1: the answer is no; 2: wrong usage; 130: interrupted, and the run can be resumed. */
export type ExitCode = 0 | 1 | 2 | 130
