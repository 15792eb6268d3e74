/** For what a newer format names: its id may hold what somebody typed. */
export const newerVersion =
  'A newer version of the bridge wrote this, and this version cannot read it. Nothing was done. Ask again when the deployment has ended.'
