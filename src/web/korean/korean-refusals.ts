/** Why something is refused, in Korean. The key is the English sentence with placeholders such as `{0}`. */
export const REFUSALS_IN_KOREAN: readonly (readonly [english: string, korean: string])[] = [
  ["No {0} has the id '{1}', or this caller may not see it.", "{0}: ID가 '{1}'인 것이 없거나 볼 권한이 없습니다."],
  [
    "No {0} has the id '{1}', or this caller may not see it. {2}",
    "{0}: ID가 '{1}'인 것이 없거나 볼 권한이 없습니다. {2}",
  ],
  // What has no such id.
  ['document', '문서'],
  ['agent', '에이전트'],
  ['key', '키'],
  ['case', '사례'],
  ['trace', '추적 기록'],
  ['conversation', '대화'],
  ['review', '검토'],
  ['source', '문서 출처'],
  ['job', '작업'],
  ['improvement', '개선안'],
  ['target', '테스트 대상'],
  ['dataset', '데이터셋'],
  ['category', '분류'],
  ['test session', '테스트 세션'],
  ['row to label', '라벨을 붙일 행'],
  ['test schedule', '일정'],
  ['taxonomy version', '분류 버전'],
  ['configuration version', '설정 버전'],
  ['earlier edition of the document', '문서의 이전 판'],
  ['original file of the document', '문서의 원본 파일'],
  ['GET /agents lists those that you may use.', '쓸 수 있는 에이전트는 에이전트 목록에 있습니다.'],
  ["Use 'default', or one of GET /v1/models.", "'default'나 모델 목록에 있는 것을 쓰세요."],
  // Labels of the rows of a test session.
  [
    'The session has not ended; label its rows when it has.',
    '세션이 아직 끝나지 않았습니다. 끝난 뒤에 라벨을 붙이세요.',
  ],
  [
    'The session has {0} reviewers, which is the limit; label under a name that you have used before.',
    '이 세션의 검토자가 한도인 {0}명입니다. 전에 쓴 이름으로 라벨을 붙이세요.',
  ],
  // Keys and people.
  [
    'This route needs a key; send it as X-API-Key or as Authorization: Bearer.',
    '키가 필요합니다. 설정에 키를 입력하세요.',
  ],
  ['This session has ended; sign in again.', '로그인이 끝났습니다. 다시 로그인하세요.'],
  [
    'This key is not known; send it as X-API-Key or as Authorization: Bearer.',
    '알 수 없는 키입니다. 올바른 키를 입력하세요.',
  ],
  [
    'The owner of this token must sign in again, or may no longer use this server.',
    '이 토큰의 소유자가 다시 로그인해야 하거나 더 이상 이 서버를 쓸 수 없습니다.',
  ],
  ['This key has expired ({0}); ask for a new one.', '키가 만료되었습니다({0}). 새 키를 요청하세요.'],
  [
    'Version {0} is no longer the newest mapping; read it and make the change again.',
    '{0}번은 더 이상 최신 매핑이 아닙니다. 새로 읽은 뒤 다시 바꾸세요.',
  ],
  ["You lack the scope '{0}' yourself; leave it out.", "본인에게 '{0}' 권한이 없습니다. 빼세요."],
  ['You have {0} tokens, which is the limit; revoke one first.', '토큰이 한도인 {0}개입니다. 먼저 하나를 폐기하세요.'],
  [
    'Personal tokens belong to people: sign in with a browser.',
    '개인 토큰은 사람의 것입니다. 브라우저로 로그인하세요.',
  ],
  [
    'This token belongs to a person, who alone may have its secret; revoke it instead.',
    '개인의 토큰이라 비밀값을 본인만 가질 수 있습니다. 대신 폐기하세요.',
  ],
  [
    'The key expired ({0}), and a new secret would be refused too; make a new key.',
    '키가 만료되어({0}) 새 비밀값도 쓸 수 없습니다. 새 키를 만드세요.',
  ],
  ['{0}; start again at /auth/login.', '{0}. 처음부터 다시 로그인하세요.'],
  [
    'The answer of the sign-in provider is not valid for this sign-in; start again at /auth/login.',
    '로그인 서비스의 응답이 이 로그인과 맞지 않습니다. 처음부터 다시 로그인하세요.',
  ],
  ['An administrator has ended the access of this person.', '관리자가 이 사용자의 접근을 중지했습니다.'],
  [
    'Sign-in is not configured; set OIDC_ISSUER, or use a key.',
    '로그인이 설정되지 않았습니다. OIDC_ISSUER를 설정하거나 키를 사용하세요.',
  ],
  ['The sign-in provider could not be reached; try again.', '로그인 서비스에 연결할 수 없습니다. 다시 시도하세요.'],
  [
    'The sign-in provider could not be reached, or its description does not match OIDC_ISSUER; try again later.',
    '로그인 서비스에 연결할 수 없거나 그 설명이 OIDC_ISSUER와 다릅니다. 나중에 다시 시도하세요.',
  ],
  [
    "The access token lacks a scope: /mcp needs '{0}'; sign in again and grant it.",
    "액세스 토큰에 '{0}' 권한이 없습니다. 다시 로그인하여 허용하세요.",
  ],
  [
    "You lack the scope '{0}' that this needs; an administrator can give it to one of your groups.",
    "이 작업에 필요한 '{0}' 권한이 없습니다. 관리자가 소속 그룹에 줄 수 있습니다.",
  ],
  ["This key lacks the scope '{0}' that the route needs.", "이 키에는 필요한 '{0}' 권한이 없습니다."],
  [
    'Your groups are limited to some categories, and this concerns the whole service; it needs a group without allowed_category_paths.',
    '소속 그룹이 일부 분류로 제한되어 있는데 이 작업은 서비스 전체에 관한 것입니다. 분류 제한이 없는 그룹이 필요합니다.',
  ],
  [
    'This key is limited to some categories, and the route concerns the whole service; use a key without allowed_category_paths.',
    '일부 분류로 제한된 키인데 이 작업은 서비스 전체에 관한 것입니다. 분류 제한이 없는 키를 사용하세요.',
  ],
  [
    'Your groups are limited to some categories, and this concerns the whole service; it needs a group without',
    '소속 그룹이 일부 분류로 제한되어 있는데 이 작업은 서비스 전체에 관한 것입니다. 제한이 없는 그룹이 필요합니다',
  ],
  [
    'This key is limited to some categories, and the route concerns the whole service; use a key without',
    '일부 분류로 제한된 키인데 이 작업은 서비스 전체에 관한 것입니다. 제한이 없는 키를 사용하세요',
  ],
  ['More than {0} requests a minute', '1분에 요청이 {0}개를 넘었습니다'],
  ['{0}; wait {1} seconds and try again.', '{0}. {1}초 기다린 뒤 다시 시도하세요.'],
  [
    'More than {0} requests to sign in a minute; wait {1} seconds and try again.',
    '1분에 로그인 요청이 {0}개를 넘었습니다. {1}초 기다린 뒤 다시 시도하세요.',
  ],
  [
    'send the csrf_token of GET /auth/session as X-CSRF-Token, from a page of this server, or use a key',
    '이 서버의 페이지를 새로 고친 뒤 다시 시도하거나 키를 사용하세요',
  ],
  [
    "The key '{0}' was revoked, has expired, or was narrowed; what belongs to it stops. Start it again with a valid key.",
    "키 '{0}'이(가) 폐기·만료되었거나 권한이 줄어 그 작업을 멈췄습니다. 유효한 키로 다시 시작하세요.",
  ],
  ['All {0} paths are valid.', '분류 {0}개가 모두 올바릅니다.'],
  ['{0} faults: {1} {2}', '오류 {0}개: {1} {2}'],
  // Agents and categories.
  [
    'This key may not see all of these categories; leave out those outside its paths.',
    '이 키가 볼 수 없는 분류가 있습니다. 그 분류를 빼세요.',
  ],
  ['Version {0} of the taxonomy is not known here', '분류 버전 {0}을(를) 알 수 없습니다'],
  ['The taxonomy service does not answer', '분류 서비스가 응답하지 않습니다'],
  ['{0}; the categories were not checked.', '{0}. 분류를 확인하지 못했습니다.'],
  ['{0} is not a category of version {1}; {2}.', '{0}은(는) {1} 버전의 분류가 아닙니다: {2}.'],
  ['{0} is not a category of version {1}; {2}.{3}', '{0}은(는) {1} 버전의 분류가 아닙니다: {2}.{3}'],
  ['it contains documents nevertheless', '그래도 문서는 있습니다'],
  ['nothing is found in it', '찾을 수 있는 것이 없습니다'],
  [' Did you mean {0}?', ' {0}을(를) 뜻하셨나요?'],
  [
    "The category '{0}' is outside the paths of this key; choose a path inside them.",
    "분류 '{0}'은(는) 이 키의 범위 밖입니다. 범위 안의 분류를 고르세요.",
  ],
  [
    'The taxonomy version {0} exists already, and versions never change; choose another number.',
    '분류 버전 {0}이(가) 이미 있고, 버전은 바꿀 수 없습니다. 다른 번호를 고르세요.',
  ],
  [
    'The taxonomy is not ready yet; try again in a moment.',
    '분류가 아직 준비되지 않았습니다. 잠시 뒤 다시 시도하세요.',
  ],
  [
    'The taxonomy is kept by the service of TAXONOMY_BASE; make and activate its versions there, or unset TAXONOMY_BASE.',
    '분류는 TAXONOMY_BASE의 서비스에서 관리합니다. 버전은 그곳에서 만들고 활성화하세요.',
  ],
  [
    "Version {0} would put the category '{1}' at {2} levels, and {3} are allowed; move its documents higher up, or make another version.",
    "{0} 버전에서는 분류 '{1}'이(가) {2}단계가 되는데 {3}단계까지입니다. 문서를 위로 옮기거나 다른 버전을 만드세요.",
  ],
  [
    'Activating this version changes categories outside the paths of this key; use a key without path limits.',
    '이 버전을 활성화하면 이 키의 범위 밖의 분류가 바뀝니다. 제한 없는 키를 사용하세요.',
  ],
  [
    'The taxonomy service does not answer, and its answer is not cached; try again in a moment.',
    '분류 서비스가 응답하지 않고 저장된 응답도 없습니다. 잠시 뒤 다시 시도하세요.',
  ],
  ['The client disconnected before its text was classified.', '분류하기 전에 연결이 끊겼습니다.'],
  // Cases and reviews.
  ['CBR system is not enabled', '사례 기능이 꺼져 있습니다'],
  [
    'You may not store cases under {0}. Categories open to you: {1}.',
    '분류 {0}에는 사례를 저장할 수 없습니다. 저장할 수 있는 분류: {1}.',
  ],
  [
    "The case_id '{0}' is taken; change that case with PUT, choose another id, or leave case_id out.",
    "사례 ID '{0}'이(가) 이미 있습니다. 그 사례를 고치거나 다른 ID를 쓰거나 비우세요.",
  ],
  [
    'The answer failed its fact check and is not kept: {0}',
    '답변이 사실 확인을 통과하지 못해 사례로 남기지 않았습니다: {0}',
  ],
  [
    'The file is not a case database: {0}. Send a cbr_system.db with a table cbr_cases, or NDJSON as GET /cbr/export writes it.',
    '사례 데이터베이스가 아닙니다: {0}. 내보내기한 파일을 보내세요.',
  ],
  ['The line is longer than {0} bytes; shorten the case.', '한 줄이 {0}바이트를 넘습니다. 사례를 줄이세요.'],
  [
    'Send one JSON object a line as {0}, or a cbr_system.db as {1}.',
    '한 줄에 JSON 객체 하나({0})나 cbr_system.db({1})를 보내세요.',
  ],
  [
    'The file is larger than {0} MB; raise MAX_UPLOAD_MB or send NDJSON.',
    '파일이 {0} MB를 넘습니다. MAX_UPLOAD_MB를 올리거나 NDJSON으로 보내세요.',
  ],
  ['The feedback was counted.', '의견을 반영했습니다.'],
  ['The same feedback was counted before.', '같은 의견이 이미 반영되어 있습니다.'],
  ['The answer was kept as a new case.', '답변을 새 사례로 남겼습니다.'],
  [
    'Nearly the same question was a case already; it has this answer now.',
    '거의 같은 질문의 사례가 이미 있어 그 답을 바꾸었습니다.',
  ],
  ['The case was stored.', '사례를 저장했습니다.'],
  ['1 field was changed.', '항목 1개를 바꾸었습니다.'],
  ['{0} fields were changed.', '항목 {0}개를 바꾸었습니다.'],
  ['The case and its logs were removed.', '사례와 기록을 삭제했습니다.'],
  ['The quality was set.', '품질을 저장했습니다.'],
  ["The review '{0}' is decided ({1}) and stays so.", "검토 '{0}'은(는) 이미 결정되었습니다({1})."],
  [
    "The review '{0}' quotes a document that was deleted or changed, or that this key may no longer see; reject the review.",
    "검토 '{0}'이(가) 인용한 문서가 삭제·변경되었거나 이 키로 볼 수 없습니다. 반려하세요.",
  ],
  ["The review '{0}' was decided meanwhile and stays so.", "검토 '{0}'은(는) 그 사이에 결정되었습니다."],
  [
    'The answer quotes no document and cannot become a case; reject the review, or store a case with POST /cbr/case.',
    '문서를 인용하지 않은 답이라 사례가 될 수 없습니다. 반려하거나 사례를 직접 추가하세요.',
  ],
  [
    'The answer was rejected; the next test session asks its question again.',
    '답변을 반려했습니다. 다음 테스트 세션에서 다시 묻습니다.',
  ],
  ['It is asked again in the next test session.', '다음 테스트 세션에서 다시 묻습니다.'],
  ['An answer that quotes nothing does not become a case.', '인용이 없는 답은 사례가 되지 않습니다.'],
  [
    'This key may keep no cases (scope ingest): a reviewer decides.',
    '이 키로는 사례를 남길 수 없어 검토자가 결정합니다.',
  ],
  ['It became the case {0}.', '사례 {0}이(가) 되었습니다.'],
  ['The case {0} has this answer now.', '사례 {0}의 답이 되었습니다.'],
  [
    'A document that the answer quotes was deleted or changed, or is no longer visible: the answer does not become a case.',
    '답이 인용한 문서가 삭제·변경되었거나 볼 수 없어 사례가 되지 않습니다.',
  ],
  [
    'A later edition changed a passage that the answer quotes: the answer does not become a case. Ask the question again.',
    '이후 판에서 인용한 문단이 바뀌어 사례가 되지 않습니다. 다시 질문하세요.',
  ],
  // Configuration and improvements.
  [
    'The patch was made for version {0} of the configuration, but {1} is in service; make it again for that version.',
    '설정 {0}판에 맞춘 변경인데 지금은 {1}판입니다. 그 판에 맞추어 다시 만드세요.',
  ],
  [
    'The files of data/config were edited so that an applied patch no longer fits; undo the edit, or roll back to a version without the patch: {0}',
    '설정 파일이 바뀌어 적용된 개선안과 맞지 않습니다. 변경을 되돌리거나 이전 판으로 되돌리세요: {0}',
  ],
  [
    'Version {0} of the configuration is no longer in service, but {1} is; read it and make the change again.',
    '설정 {0}판은 지난 판이고 지금은 {1}판입니다. 새로 읽은 뒤 다시 바꾸세요.',
  ],
  ['data/config/{0}.json is missing.', 'data/config/{0}.json이 없습니다.'],
  ['data/config/{0}.json is not valid JSON: {1}', 'data/config/{0}.json이 올바른 JSON이 아닙니다: {1}'],
  ['the files of data/config', '설정 파일'],
  ['the files of data/config were edited', '설정 파일을 고침'],
  ['the synonyms were edited', '동의어를 고침'],
  ['improvement {0}: {1}', '개선안 {0}: {1}'],
  ['improvement {0} rolled back', '개선안 {0} 되돌림'],
  [
    "The improvement '{0}' is {1}; only a verified one can be applied.",
    "개선안 '{0}'의 상태는 {1}입니다. 검증된 것만 적용할 수 있습니다.",
  ],
  [
    "The improvement '{0}' was verified on version {1} of the configuration, and {2} is in service; verify it again.",
    "개선안 '{0}'은(는) 설정 {1}판에서 검증되었고 지금은 {2}판입니다. 다시 검증하세요.",
  ],
  ['Version {0} of the configuration became version {1}.', '설정이 {0}판에서 {1}판이 되었습니다.'],
  [
    "The improvement '{0}' is {1}; only an applied one can be rolled back.",
    "개선안 '{0}'의 상태는 {1}입니다. 적용된 것만 되돌릴 수 있습니다.",
  ],
  ['Version {0} of the configuration is in service.', '지금은 설정 {0}판입니다.'],
  [
    "The improvement '{0}' is applied; roll it back before dismissing it.",
    "개선안 '{0}'이(가) 적용되어 있습니다. 되돌린 뒤 제외하세요.",
  ],
  [
    "The improvement '{0}' is dismissed already; restore it to give another reason.",
    "개선안 '{0}'은(는) 이미 제외되었습니다. 다른 이유를 적으려면 먼저 제외를 취소하세요.",
  ],
  [
    "The improvement '{0}' is {1}; only a dismissed one can be restored.",
    "개선안 '{0}'의 상태는 {1}입니다. 제외된 것만 제외를 취소할 수 있습니다.",
  ],
  ['It is {0} again.', '다시 {0} 상태입니다.'],
  [
    "The improvement '{0}' is applied; roll it back before trying it again.",
    "개선안 '{0}'이(가) 적용되어 있습니다. 되돌린 뒤 다시 검증하세요.",
  ],
  [
    "The improvement '{0}' is dismissed; restore it before trying it.",
    "개선안 '{0}'은(는) 제외되었습니다. 제외를 취소한 뒤 검증하세요.",
  ],
  [
    "The improvement '{0}' is a written suggestion: it has no patch that could be tried. Do it by hand, and run a session with the same seed before and after.",
    "개선안 '{0}'은(는) 글로 된 제안이라 검증할 수정 사항이 없습니다. 직접 고치고, 앞뒤로 같은 시드의 세션을 실행하세요.",
  ],
  [
    'A later change of the configuration touches what this improvement changed; roll back the later one first: {0}',
    '이후의 설정 변경이 이 개선안이 바꾼 곳을 다시 바꾸었습니다. 나중 것을 먼저 되돌리세요: {0}',
  ],
  ['proposed', '제안됨'],
  ['verified', '검증됨'],
  ['rejected', '기각됨'],
  ['applied', '적용됨'],
  ['rolled_back', '되돌림'],
  ['dismissed', '제외됨'],
  // Jobs, sessions and targets.
  [
    'Only the key that started a job, or an administrator without categories, cancels it.',
    '작업은 시작한 키나 분류 제한이 없는 관리자만 취소할 수 있습니다.',
  ],
  ['The job has ended ({0}); there is nothing to cancel.', '작업이 끝나({0}) 취소할 것이 없습니다.'],
  [
    "A job of the kind '{0}' is not cancelled here. Cancel a test session by POST /test-sessions/{id}/cancel, pause a source by PUT /sources/{id}; other work of the server ends by itself.",
    "'{0}' 작업은 여기서 취소하지 않습니다. 테스트 세션은 세션 화면에서 중지하고, 문서 출처는 일시 중지하세요. 그 밖의 작업은 저절로 끝납니다.",
  ],
  ['Another process continues the job.', '다른 프로세스가 작업을 이어 갑니다.'],
  ['The process that did it died, or had it too long.', '작업하던 프로세스가 멈추었거나 너무 오래 걸렸습니다.'],
  ['it was stopped before it was done', '끝나기 전에 중지되었습니다'],
  ["The session '{0}' runs already.", "세션 '{0}'이(가) 이미 진행 중입니다."],
  ["The session '{0}' is complete.", "세션 '{0}'이(가) 완료되었습니다."],
  ["The session '{0}' runs; cancel it, or wait.", "세션 '{0}'이(가) 진행 중입니다. 중지하거나 기다리세요."],
  [
    "The owner '{0}' is another key; leave owner out, or use an administrator's key without categories.",
    "소유자 '{0}'은(는) 다른 키입니다. 소유자를 비우거나 관리자 키를 사용하세요.",
  ],
  [
    "Only a key with the scope 'admin' and without categories (or AUTH_MODE=none on loopback) may give the address or the secret of a target; choose a target by its name.",
    '테스트 대상의 주소나 비밀값은 분류 제한이 없는 관리자만 지정할 수 있습니다. 이름으로 대상을 고르세요.',
  ],
  [
    'Targets are configured with a key, or on loopback; set AUTH_MODE=api-key.',
    '테스트 대상은 키가 있거나 이 컴퓨터에서 접속할 때만 설정할 수 있습니다. AUTH_MODE=api-key를 설정하세요.',
  ],
  [
    'Judging took longer than {0} s; send a shorter answer or less evidence.',
    '판정이 {0}초를 넘었습니다. 답변이나 근거를 줄이세요.',
  ],
  [
    'The fact check took longer than {0} s; send a shorter answer or less evidence.',
    '사실 확인이 {0}초를 넘었습니다. 답변이나 근거를 줄이세요.',
  ],
  [
    'Two services are being tried; try again when they are done.',
    '두 서비스를 시험하는 중입니다. 끝난 뒤 다시 시도하세요.',
  ],
  // Answering.
  ["Pipeline step '{0}' exceeded timeout of {1}s", "'{0}' 단계가 제한 시간 {1}초를 넘었습니다"],
  ['The client closed the connection before the answer was ready.', '답이 준비되기 전에 연결이 끊겼습니다.'],
  [
    'The embedding provider does not answer; try again in a moment.',
    '임베딩 서비스가 응답하지 않습니다. 잠시 뒤 다시 시도하세요.',
  ],
  ['No previous embedding to revert to.', '되돌릴 이전 임베딩이 없습니다.'],
  ['The reranker is unavailable: {0}', '재정렬기를 쓸 수 없습니다: {0}'],
  [
    'Filter bypass attempt detected: {0}. Send filters as {"allowed_category_paths": [["AI", "ML"], …]} or leave it out.',
    '분류 필터가 올바르지 않아 거부했습니다: {0}. 분류를 다시 고르세요.',
  ],
  // The server and its store.
  [
    'The service is not ready; ask GET /health which part is not.',
    '서비스가 아직 준비되지 않았습니다. 운영 화면에서 어느 부분인지 볼 수 있습니다.',
  ],
  [
    'The disk is full, and nothing of this was stored: free space in DATA_DIR, then send it again. Reads continue.',
    '디스크가 가득 차 저장하지 못했습니다. DATA_DIR의 공간을 확보한 뒤 다시 시도하세요. 읽기는 계속됩니다.',
  ],
  [
    'Another program holds the write lock of the store, and nothing of this was stored: send it again. Reads continue.',
    '다른 프로그램이 저장소를 쓰고 있어 저장하지 못했습니다. 다시 시도하세요. 읽기는 계속됩니다.',
  ],
  [
    'The store is damaged: stop the server and put a backup back (npm run touchstone -- restore).',
    '저장소가 손상되었습니다. 서버를 멈추고 백업을 복원하세요(npm run touchstone -- restore).',
  ],
  [
    'The store cannot be written, and nothing of this was stored: check the disk of DATA_DIR and its rights, then send it again.',
    '저장소에 쓸 수 없어 저장하지 못했습니다. DATA_DIR의 디스크와 권한을 확인한 뒤 다시 시도하세요.',
  ],
  [
    'The disk of DATA_DIR failed while this was stored, and it may or may not be there: check the disk, then send it again. Reads continue.',
    '저장하는 동안 DATA_DIR의 디스크에 문제가 생겨 저장되었는지 알 수 없습니다. 디스크를 확인한 뒤 다시 시도하세요. 읽기는 계속됩니다.',
  ],
  ['The request was cancelled before the database answered.', '데이터베이스가 응답하기 전에 취소되었습니다.'],
  [
    'The database cannot be reached, and nothing of this was stored: send it again in a moment.',
    '데이터베이스에 연결할 수 없어 저장하지 못했습니다. 잠시 뒤 다시 시도하세요.',
  ],
  [
    'The disk of the database is full, and nothing of this was stored: free space there, then send it again. Reads continue.',
    '데이터베이스의 디스크가 가득 차 저장하지 못했습니다. 공간을 확보한 뒤 다시 시도하세요. 읽기는 계속됩니다.',
  ],
  [
    'Another transaction conflicted with this one, and nothing of this was stored: send it again.',
    '다른 작업과 겹쳐 저장하지 못했습니다. 다시 시도하세요.',
  ],
  [
    'The database did not answer within DATABASE_STATEMENT_TIMEOUT_MS, and nothing of this was stored: send it again, or raise the limit.',
    '데이터베이스가 제한 시간(DATABASE_STATEMENT_TIMEOUT_MS) 안에 응답하지 않아 저장하지 못했습니다. 다시 시도하거나 제한을 늘리세요.',
  ],
  [
    'The database is read-only, and nothing of this was stored: check whether DATABASE_URL names the primary.',
    '데이터베이스가 읽기 전용이라 저장하지 못했습니다. DATABASE_URL이 주 서버인지 확인하세요.',
  ],
  [
    'the store in DATABASE_URL is being copied or restored; start again when that is done',
    '저장소를 복사하거나 복원하는 중입니다. 끝난 뒤 다시 시도하세요',
  ],
  [
    'The store in DATABASE_URL is in use; stop all processes of the service first.',
    '저장소를 쓰는 중입니다. 먼저 서비스의 모든 프로세스를 멈추세요.',
  ],
  ['A snapshot of the store is read-only, and nothing was stored.', '읽기 전용 저장소라 저장하지 못했습니다.'],
  [
    "'{0}' is a link-local or metadata address, or an address that this request must not reach",
    "'{0}'은(는) 접속할 수 없는 주소입니다",
  ],
  ['The variable {0} with a secret is not set.', '비밀값의 환경 변수 {0}이(가) 설정되지 않았습니다.'],
  ['the connection was closed before the answer was complete', '응답이 끝나기 전에 연결이 끊겼습니다'],
  ['the database cannot be reached', '데이터베이스에 연결할 수 없습니다'],
  [
    'An unexpected error happened; it is in the server log under this request_id.',
    '예상하지 못한 오류가 발생했습니다. 서버 로그에서 요청 ID로 원인을 찾을 수 있습니다.',
  ],
  // Requests.
  [
    'The bodies that are being received hold {0} MB: try again in {1} s.',
    '받는 중인 내용이 {0} MB입니다. {1}초 뒤 다시 시도하세요.',
  ],
  ['The body {0}; send it faster.', '본문: {0}. 더 빠른 연결에서 다시 보내세요.'],
  [
    '{0} bodies, or more bytes than the server holds, are being received, and slow ones are closed first: send faster, or try again in {1} s.',
    '받는 중인 요청이 {0}개이거나 서버의 한도를 넘어 느린 것부터 끊습니다. {1}초 뒤 다시 시도하세요.',
  ],
  [
    'The request body is larger than the {0} MB that this route takes; send less at a time.',
    '본문이 한도인 {0} MB를 넘습니다. 나누어 보내세요.',
  ],
  [
    'The request body is larger than the {0} MB that this route takes; split the dataset.',
    '본문이 한도인 {0} MB를 넘습니다. 데이터셋을 나누세요.',
  ],
  ['The body is not valid UTF-8; encode it as UTF-8.', '본문이 올바른 UTF-8이 아닙니다. UTF-8로 저장하세요.'],
  [
    'The body is not valid JSON; check quotes, commas and brackets.',
    '본문이 올바른 JSON이 아닙니다. 따옴표, 쉼표, 괄호를 확인하세요.',
  ],
  ['The request has no single Host header', '요청의 Host 헤더가 하나가 아닙니다'],
  ["The host '{0}' is not a name of this server", "'{0}'은(는) 이 서버의 이름이 아닙니다"],
  ['A page of another site may not use this server', '다른 사이트의 페이지는 이 서버를 쓸 수 없습니다'],
  ["A page of the origin '{0}' may not use this server", "'{0}'의 페이지는 이 서버를 쓸 수 없습니다"],
  [
    'ask by a name or address of this machine, or add the name to ALLOWED_HOSTS or set PUBLIC_URL to it',
    '이 서버의 이름이나 주소로 접속하거나, ALLOWED_HOSTS 또는 PUBLIC_URL에 그 이름을 넣으세요',
  ],
  [
    'add its origin to CORS_ALLOWED_ORIGINS, or set PUBLIC_URL when it is the address of this server',
    'CORS_ALLOWED_ORIGINS에 추가하거나, 이 서버의 주소라면 PUBLIC_URL로 설정하세요',
  ],
  [
    '{0} requests are being answered, which is all that this server takes at a time: try again in {1} s.',
    '요청 {0}개를 처리하는 중이라 더 받을 수 없습니다. {1}초 뒤 다시 시도하세요.',
  ],
  ['The body {0}; send it in larger chunks.', '본문: {0}. 더 큰 조각으로 보내세요.'],
  [
    'comes in more than {0} chunks of fewer than {1} bytes on average',
    '평균 {1}바이트가 안 되는 조각이 {0}개를 넘습니다',
  ],
  ['The body broke off before its end.', '본문이 중간에 끊겼습니다.'],
  ['The body is compressed; send it without Content-Encoding.', '압축된 본문입니다. 압축하지 않고 보내세요.'],
  ['This route does not take {0}.', '여기서는 {0} 형식을 받지 않습니다.'],
  ['The address is longer than {0} characters.', '주소가 {0}자를 넘습니다.'],
  ['There is no such route; the routes are listed in /openapi.json.', '그런 주소가 없습니다.'],
  ['Identifiers must not contain the NUL character.', 'ID에는 NUL 문자를 쓸 수 없습니다.'],
  [
    'The request could not be parsed: send a well-formed body and URL.',
    '요청을 읽을 수 없습니다. 본문과 주소를 확인하세요.',
  ],
  [
    'This route does not take that method; the routes are listed in /openapi.json.',
    '여기서는 그 방식의 요청을 받지 않습니다.',
  ],
  [
    'The request body is too large: at most 11 MB for /documents and 1 MB elsewhere.',
    '본문이 너무 큽니다. 문서는 11 MB, 그 밖은 1 MB까지입니다.',
  ],
  ['The URL is too long.', '주소가 너무 깁니다.'],
  [
    'This route does not take that content type; /openapi.json says which it takes.',
    '여기서는 그 형식을 받지 않습니다.',
  ],
  ['Too many requests: wait for the seconds that Retry-After gives.', '요청이 너무 많습니다. 잠시 뒤 다시 시도하세요.'],
  ['The request was refused.', '요청을 거부했습니다.'],
];
