/** What a principal has of which its platform says nothing. */
export const NOTHING_KNOWN = {
  email: null,
  department: null,
  manager_key: null,
  mfa_enabled: null,
  last_login_at: null,
  disabled: false,
  protected: false,
  created_at: null,
} as const;
