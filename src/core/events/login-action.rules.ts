const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Words that name a sign-in by themselves, and pairs of words that do together. */
const LOGIN_WORDS = setOf(
  'login logon signin signon loggedin loggedon signedin authenticate authenticated authentication',
);
const FIRST_WORDS = setOf('log logged sign signed signing logging');
const SECOND_WORDS = setOf('in on');

/** With one of these the action is about logins, or is one that did not succeed: nobody came in by it. */
const OTHER_WORDS = setOf(
  `fail fails failed failure failures deny denied denies reject rejected refused block blocked error invalid
   attempt attempted challenge challenged interrupted timeout expired cancelled canceled
   add added alter altered change changed create created delete deleted describe disable disabled drop dropped edit
   enable enabled export exported get grant granted import list listed query read register registered remove removed
   rename renamed reset revoke revoked select set show update updated view viewed write
   config configuration credential credentials history key keys log logs method methods page policies policy profile
   profiles report reports rule rules setting settings`,
);

/**
 * Whether an action is a sign-in that succeeded. Platforms write it in many ways (`admin_login`, `UserLoggedIn`,
 * `aadBrowserLogin`, `LOGIN SUCCEEDED`), so it is read word by word; parts of words, as in `assign_instance`, say nothing.
 */
export function isLogin(action: string): boolean {
  const words = wordsOf(action);
  const isNamed = words.some(
    (word, i) => LOGIN_WORDS.has(word) || (FIRST_WORDS.has(word) && SECOND_WORDS.has(words[i + 1] ?? '')),
  );
  return isNamed && !words.some((word, i) => OTHER_WORDS.has(word) && !isFirstOfPair(words, i));
}

/** `log` names records of what happened, unless it begins `log in`. */
function isFirstOfPair(words: readonly string[], i: number): boolean {
  return FIRST_WORDS.has(words[i] as string) && SECOND_WORDS.has(words[i + 1] ?? '');
}

/** `aadSSOLogin_v2` is aad, sso, login, v2. */
function wordsOf(action: string): string[] {
  return action
    .normalize('NFKC')
    .replace(/(\p{Ll}|\p{N})(?=\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$&_')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
