/** Whether this process does jobs, or only starts them. */
export class JobRole {
  constructor(readonly takesJobs: boolean) {}
}
