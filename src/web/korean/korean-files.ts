/** Why a document, a file or a source is refused or could not be read, in Korean. */
export const FILES_IN_KOREAN: readonly (readonly [english: string, korean: string])[] = [
  // Documents.
  [
    "This key may not store documents for the groups {0}: it has none of them and would not see them. Name one of the key's groups too.",
    '이 키는 그룹 {0}에 속하지 않아 저장한 문서를 볼 수 없게 됩니다. 키의 그룹을 함께 지정하세요.',
  ],
  [
    "The document '{0}', or its groups, changed or were deleted while the request was prepared; repeat the request.",
    "문서 '{0}'이나 그 그룹이 그 사이에 바뀌거나 삭제되었습니다. 다시 시도하세요.",
  ],
  [
    'You may not store documents under {0}. Categories open to you: {1}.',
    '분류 {0}에는 문서를 저장할 수 없습니다. 저장할 수 있는 분류: {1}.',
  ],
  ['it was deleted meanwhile', '그 사이에 삭제되었습니다'],
  [
    'its file was not kept; upload it again under the same document_id',
    '파일이 보관되어 있지 않습니다. 같은 문서 ID로 다시 올리세요',
  ],
  ['The line is longer than {0} bytes; split the document.', '한 줄이 {0}바이트를 넘습니다. 문서를 나누세요.'],
  [
    'Send one JSON object a line as application/x-ndjson.',
    '한 줄에 JSON 객체 하나씩 application/x-ndjson으로 보내세요.',
  ],
  [
    'The file is larger than MAX_UPLOAD_MB; split it, or raise the limit.',
    '파일이 한도(MAX_UPLOAD_MB)를 넘습니다. 나누거나 한도를 올리세요.',
  ],
  [
    'The form cannot be read: it is cut off, or its boundary is not that of the content type.',
    '양식이 중간에 끊겨 읽을 수 없습니다. 다시 보내세요.',
  ],
  ['Send the file as multipart/form-data.', '파일을 multipart/form-data로 보내세요.'],
  // Files.
  ["'{0}' has a type that is not accepted; {1}.", "'{0}'은(는) 받지 않는 형식입니다. {1}."],
  ['The file cannot be read: {0}.', '파일을 읽을 수 없습니다: {0}.'],
  ['the {0} is damaged ({1})', '{0} 파일이 손상되었습니다({1})'],
  [
    'it contains NUL characters, so it is not text; save it as UTF-8 text',
    'NUL 문자가 있어 텍스트가 아닙니다. UTF-8 텍스트로 저장하세요',
  ],
  [
    'it is not valid UTF-8 text, and its encoding cannot be detected; save it as UTF-8',
    '인코딩을 알 수 없습니다. UTF-8로 저장하세요',
  ],
  [
    'it is protected against copying (DRM); upload a copy without protection',
    '복제 방지(DRM)가 걸려 있습니다. 보호되지 않은 사본을 올리세요',
  ],
  [
    'reading it took longer than {0} s while files of others waited; split it, or send it when fewer files are read',
    '다른 파일이 기다리는 동안 읽기가 {0}초를 넘었습니다. 나누거나 나중에 다시 보내세요',
  ],
  ['save it as HWPX or HWP 5', 'HWPX나 HWP 5로 저장하세요'],
  ['it is declared as {0} but does not hold one', '{0}(으)로 표시되었지만 그런 내용이 아닙니다'],
  ['it holds files more than {0} levels deep; unpack it', '압축이 {0}단계를 넘습니다. 풀어서 올리세요'],
  ['it holds more than {0} files; split it', '파일이 {0}개를 넘게 들어 있습니다. 나누세요'],
  ['its files have more than {0} MB together; split it', '들어 있는 파일이 모두 {0} MB를 넘습니다. 나누세요'],
  ['its files hold more than {0} characters; split it', '들어 있는 파일의 글자가 {0}자를 넘습니다. 나누세요'],
  [
    'it is declared as a mail but has none of the headers From, To, Subject and Date',
    '메일로 표시되었지만 From, To, Subject, Date 헤더가 없습니다',
  ],
  [
    'the mail is encrypted, or packed into its signature; save its text as a file',
    '메일이 암호화되었거나 서명 안에 있습니다. 본문을 파일로 저장하세요',
  ],
  [
    'it is declared as a mailbox but does not begin with a line "From …"',
    '메일함으로 표시되었지만 "From …" 줄로 시작하지 않습니다',
  ],
  ['The client disconnected before its file was read.', '파일을 읽기 전에 연결이 끊겼습니다.'],
  [
    'it is a copy for distribution (배포용 문서), which is encrypted; save it as HWPX or PDF',
    '암호화된 배포용 문서입니다. HWPX나 PDF로 저장하세요',
  ],
  ['it is a picture: {0} to have pictures read', '그림입니다. 그림을 읽으려면 {0}'],
  ['set OCR=tesseract (Debian: apt-get install {0})', 'OCR=tesseract를 설정하세요(Debian: apt-get install {0})'],
  [
    'the picture has {0} x {1} points; make it smaller than {2} million',
    '그림이 {0} x {1} 화소입니다. {2}백만 화소보다 작게 만드세요',
  ],
  [
    'it holds no text; a scan needs text recognition (OCR): {0}',
    '텍스트가 없습니다. 스캔한 문서에는 문자 인식(OCR)이 필요합니다: {0}',
  ],
  ['it is a scan of more than {0} pages; split it', '{0}쪽을 넘는 스캔입니다. 나누세요'],
  [
    'OCR=tesseract is set but {0} is not installed: apt-get install {1}',
    'OCR=tesseract로 설정했지만 {0}이(가) 설치되어 있지 않습니다: apt-get install {1}',
  ],
  ['recognizing the text of a page took longer than {0} s', '한 쪽의 문자 인식이 {0}초를 넘었습니다'],
  ['a page of it is too large for text recognition', '문자 인식을 하기에 너무 큰 쪽이 있습니다'],
  ['Tesseract lacks a language of {0}: apt-get install {1}', 'Tesseract에 언어({0})가 없습니다: apt-get install {1}'],
  ['kor and eng', 'kor, eng'],
  [
    '{0} cannot read it: the picture is damaged or too large',
    '{0}이(가) 읽을 수 없습니다. 그림이 손상되었거나 너무 큽니다',
  ],
  ['text recognition (OCR) finds no text in it', '문자 인식(OCR)으로 텍스트를 찾지 못했습니다'],
  [
    'text recognition (OCR) has a low confidence ({0} of 100); scan it again at {1} dpi',
    '문자 인식(OCR)의 신뢰도가 낮습니다(100 중 {0}). {1} dpi로 다시 스캔하세요',
  ],
  ['it is password-protected; save it without a password', '암호가 걸려 있습니다. 암호 없이 저장하세요'],
  ['it holds more than {0} characters of text; split it', '텍스트가 {0}자를 넘습니다. 나누세요'],
  ['{0}; wait {1} seconds and send it again.', '{0}. {1}초 기다린 뒤 다시 보내세요.'],
  ['The server is shutting down and reads no more files.', '서버가 종료되는 중이라 파일을 더 읽지 않습니다.'],
  ['its groups are nested more than {0} levels deep', '묶음이 {0}단계보다 깊습니다'],
  ['it has more than {0} cells; split it', '칸이 {0}개를 넘습니다. 나누세요'],
  [
    'it is declared as subtitles but has no line of times, such as 00:01:02,500 --> 00:01:04,000',
    '자막으로 표시되었지만 시간 줄(예: 00:01:02,500 --> 00:01:04,000)이 없습니다',
  ],
  [
    'line {0} of the subtitles has damaged times ({1}); correct or remove it',
    '자막 {0}번째 줄의 시간이 손상되었습니다({1}). 고치거나 지우세요',
  ],
  ['it is empty', '내용이 비어 있습니다'],
  ['it holds no text', '텍스트가 없습니다'],
  [
    'none of its {0} files can be read; the first, {1}: {2}',
    '들어 있는 파일 {0}개를 모두 읽을 수 없습니다. 첫 파일 {1}: {2}',
  ],
  ['it is not valid HTML', '올바른 HTML이 아닙니다'],
  ['the {0} declares XML entities, which its format forbids', '{0}에 허용되지 않는 XML 엔터티가 있습니다'],
  [
    'the zip archive is damaged ({0} has not the size that its directory says)',
    'ZIP 파일이 손상되었습니다({0}의 크기가 목록과 다릅니다)',
  ],
  ['its archive has more than {0} entries', '압축 파일의 항목이 {0}개를 넘습니다'],
  ['its archive inflates to more than {0} MB', '압축을 풀면 {0} MB를 넘습니다'],
  ['its archive holds an entry packed more than {0} to 1', '{0}:1을 넘게 압축된 항목이 있습니다'],
  ['it is password-protected; pack it without a password', '암호가 걸려 있습니다. 암호 없이 압축하세요'],
  ['it has more than {0} MB unpacked; upload it by itself', '풀면 {0} MB를 넘습니다. 따로 올리세요'],
  ['its archive holds no files', '압축 파일에 파일이 없습니다'],
  // Sources.
  [
    "This key has a source named '{0}' already; choose another name.",
    "이 키에 '{0}'(이)라는 문서 출처가 이미 있습니다. 다른 이름을 고르세요.",
  ],
  ['The key of this source may no longer store documents.', '이 문서 출처의 키로는 더 이상 문서를 저장할 수 없습니다.'],
  [
    "The source '{0}' is defined in sources.json; change it there.",
    "문서 출처 '{0}'은(는) sources.json에 있습니다. 그곳에서 바꾸세요.",
  ],
  [
    'The key of the source was revoked, has expired, or may no longer store documents.',
    '문서 출처의 키가 폐기·만료되었거나 더 이상 문서를 저장할 수 없습니다.',
  ],
  [
    'The source lists no file, but {0} are stored; nothing was removed. Check that it is available and that its patterns match. If it is empty on purpose, delete the source with its documents.',
    '문서 출처에 파일이 하나도 없는데 {0}개가 저장되어 있어 아무것도 삭제하지 않았습니다. 접속할 수 있는지, 패턴이 맞는지 확인하세요. 일부러 비웠다면 문서 출처를 문서와 함께 삭제하세요.',
  ],
  ['It could not be listed: {0}', '목록을 읽을 수 없습니다: {0}'],
  ['Left out by the settings: {0}', '설정에 따라 제외: {0}'],
  [
    'It was not stored because of an error of the server; its log has the cause.',
    '서버 오류로 저장하지 못했습니다. 원인은 서버 로그에 있습니다.',
  ],
  [
    "The key of the source '{0}' has ended or may no longer store documents. An administrator can take over the source by PUT.",
    "문서 출처 '{0}'의 키가 끝났거나 더 이상 문서를 저장할 수 없습니다. 관리자가 이어받을 수 있습니다.",
  ],
  [
    "The source '{0}' is paused; set paused to false, then start the run.",
    "문서 출처 '{0}'이(가) 일시 중지되어 있습니다. 중지를 푼 뒤 실행하세요.",
  ],
  [
    "A run of the source '{0}' has not ended; wait for it, or pause the source.",
    "문서 출처 '{0}'의 실행이 아직 끝나지 않았습니다. 기다리거나 일시 중지하세요.",
  ],
  [
    'It is larger than {0} bytes; split it, or raise MAX_UPLOAD_MB.',
    '{0}바이트를 넘습니다. 나누거나 MAX_UPLOAD_MB를 올리세요.',
  ],
  ["No document id is free for '{0}'.", "'{0}'에 쓸 수 있는 문서 ID가 없습니다."],
  [
    '{0} of the {1} files in it could not be stored; the first, {2}: {3}',
    '들어 있는 파일 {1}개 중 {0}개를 저장하지 못했습니다. 첫 파일 {2}: {3}',
  ],
  [
    'Its {0} must be a day that exists, as YYYY-MM-DD; correct it.',
    '{0}은(는) 실제로 있는 날짜(YYYY-MM-DD)여야 합니다. 고치세요.',
  ],
  [
    'Its {0} must be a text of 1..{1} visible characters; correct it.',
    '{0}은(는) 보이는 글자 1~{1}자여야 합니다. 고치세요.',
  ],
  [
    "Its member '{0}' is not known; write 'access' in lower case.",
    "항목 '{0}'은(는) 알 수 없습니다. 'access'를 소문자로 쓰세요.",
  ],
  [
    'Its access must be a list of 1..{0} groups, for example [staff, board]; correct it, or remove it for a document without groups.',
    'access는 그룹 1~{0}개의 목록이어야 합니다. 예: [staff, board]. 고치거나, 그룹 없는 문서라면 지우세요.',
  ],
  ['A group of its access {0}; correct it.', 'access의 그룹: {0}. 고치세요.'],
  [
    'Only an administrator makes sources of the kind {0}: they reach what the server reaches. Ask an administrator to make it.',
    '{0} 종류의 문서 출처는 서버가 닿는 곳까지 읽으므로 관리자만 만들 수 있습니다. 관리자에게 요청하세요.',
  ],
  ['{0} is not valid YAML: {1}; correct it.', '{0}이(가) 올바른 YAML이 아닙니다: {1}. 고치세요.'],
  [
    'Its front matter has an access and no end within 100 lines; end it with a line ---, or shorten it.',
    '머리 정보에 access가 있는데 100줄 안에 끝나지 않습니다. --- 줄로 끝내거나 줄이세요.',
  ],
  ['Its side file is larger than {0} bytes; shorten it.', '딸린 정보 파일이 {0}바이트를 넘습니다. 줄이세요.'],
  [
    'Its side file must hold a map, for example effective_from: 2026-03-01; correct it.',
    '딸린 정보 파일은 항목과 값이어야 합니다. 예: effective_from: 2026-03-01. 고치세요.',
  ],
  ['The feed no longer contains it.', '피드에 더 이상 없습니다.'],
  [
    'The feed cannot be read: {0}; use the address of an RSS or Atom feed.',
    '피드를 읽을 수 없습니다: {0}. RSS나 Atom 피드의 주소를 쓰세요.',
  ],
  ['It is a link that leads out of the folder.', '폴더 밖을 가리키는 링크입니다.'],
  ['it no longer exists', '더 이상 없습니다'],
  ['the server may not read it; give its user the right', '서버에 읽기 권한이 없습니다. 권한을 주세요'],
  ['it cannot be read', '읽을 수 없습니다'],
  ['it cannot be read ({0})', '읽을 수 없습니다({0})'],
  ['it is more than {0} folders deep', '폴더가 {0}단계보다 깊습니다'],
  ['it is more than {0} folders deep; raise depth', '폴더가 {0}단계보다 깊습니다. 깊이를 늘리세요'],
  ['The folder cannot be listed: {0}.', '폴더의 목록을 읽을 수 없습니다: {0}.'],
  [
    'This key may use folders below SOURCE_FOLDERS alone; an administrator adds the folder there, or makes the source.',
    '이 키로는 SOURCE_FOLDERS 아래의 폴더만 쓸 수 있습니다. 관리자가 폴더를 추가하거나 문서 출처를 만들어야 합니다.',
  ],
  [
    'The folder does not exist, or the server cannot read it; correct the path or grant the right.',
    '폴더가 없거나 서버가 읽을 수 없습니다. 경로나 권한을 고치세요.',
  ],
  [
    'the repository has more than {0} files; raise max_files, or set folder',
    '저장소의 파일이 {0}개를 넘습니다. max_files를 늘리거나 폴더를 지정하세요',
  ],
  ['The repository no longer contains it.', '저장소에 더 이상 없습니다.'],
  [
    'Its content is in Git LFS, which is not supported; use another kind of source for it.',
    '내용이 Git LFS에 있어 읽을 수 없습니다. 다른 종류의 문서 출처를 쓰세요.',
  ],
  [
    'The commit is larger than {0} MB as a download, and Git servers send it as a whole; raise max_mb (up to {1}), or make the folder a repository of its own.',
    '커밋이 {0} MB를 넘습니다. max_mb를 {1}까지 늘리거나 폴더를 별도의 저장소로 만드세요.',
  ],
  ['The repository cannot be read: {0}.', '저장소를 읽을 수 없습니다: {0}.'],
  ['its answer is not that of a Git server', 'Git 서버의 응답이 아닙니다'],
  ["The repository has no branch '{0}'; correct branch.", "저장소에 '{0}' 브랜치가 없습니다. 브랜치를 고치세요."],
  ['The repository has more than {0} folders; set folder.', '저장소의 폴더가 {0}개를 넘습니다. 폴더를 지정하세요.'],
  ["The repository has no folder '{0}'; correct folder.", "저장소에 '{0}' 폴더가 없습니다. 폴더를 고치세요."],
  [
    'the folder has more than {0} messages; raise max_messages',
    '폴더의 메일이 {0}통을 넘습니다. max_messages를 늘리세요',
  ],
  ['The folder no longer contains it.', '폴더에 더 이상 없습니다.'],
  [
    'The server has numbered the messages again; the next run reads them.',
    '서버가 메일 번호를 다시 매겼습니다. 다음 실행에서 읽습니다.',
  ],
  [
    "The folder '{0}' cannot be opened; correct folder, with the separators of the server.",
    "'{0}' 폴더를 열 수 없습니다. 서버의 구분자에 맞게 고치세요.",
  ],
  [
    'The variable with its password is not set; the log of the server names it.',
    '비밀번호의 환경 변수가 설정되지 않았습니다. 이름은 서버 로그에 있습니다.',
  ],
  [
    'The mail server refuses the user or the password; correct them.',
    '메일 서버가 사용자나 비밀번호를 거부했습니다. 고치세요.',
  ],
  [
    'The mail cannot be read: {0}, its certificate is not trusted, or it has ended the connection. The log says why.',
    '메일을 읽을 수 없습니다: {0}. 또는 인증서를 믿을 수 없거나 연결이 끊겼습니다. 원인은 서버 로그에 있습니다.',
  ],
  [
    'robots.txt could not be read: {0}; without it no page is read.',
    'robots.txt를 읽을 수 없어({0}) 페이지를 읽지 않습니다.',
  ],
  ['It is not XML.', 'XML이 아닙니다.'],
  ['it is not XML', 'XML이 아닙니다'],
  ['It is damaged, or has more than {0} bytes unpacked.', '손상되었거나 풀면 {0}바이트를 넘습니다.'],
  ['The source could not be reached: {0}.', '문서 출처에 연결할 수 없습니다: {0}.'],
  [
    'an environment variable that its headers name is not set; the log of the server names it',
    '헤더의 환경 변수가 설정되지 않았습니다. 이름은 서버 로그에 있습니다',
  ],
  [
    'the server redirects the request to another address, which is not followed; use its final address',
    '다른 주소로 넘기는 응답이라 따라가지 않습니다. 최종 주소를 쓰세요',
  ],
  [
    'the server refuses access ({0}); correct the headers of the source',
    '서버가 접근을 거부했습니다({0}). 문서 출처의 헤더를 고치세요',
  ],
  ['the server does not have it ({0})', '서버에 없습니다({0})'],
  ['the server answered {0}', '서버의 응답: {0}'],
  ['It could not be read: {0}.', '읽을 수 없습니다: {0}.'],
  ['it is not a WebDAV folder', 'WebDAV 폴더가 아닙니다'],
  ['the source has more than {0} files; raise max_files', '파일이 {0}개를 넘습니다. max_files를 늘리세요'],
  ['The server no longer lists it.', '서버의 목록에 더 이상 없습니다.'],
  ['The folder of the server cannot be listed: {0}.', '서버의 폴더 목록을 읽을 수 없습니다: {0}.'],
  [
    'robots.txt of the site does not allow its start page; ask its owner, or choose another.',
    '사이트의 robots.txt가 시작 페이지를 허용하지 않습니다. 소유자에게 문의하거나 다른 곳을 고르세요.',
  ],
  ['The site no longer links to it.', '사이트에 더 이상 링크가 없습니다.'],
  ['The start page could not be read: {0}.', '시작 페이지를 읽을 수 없습니다: {0}.'],
  [
    '{0} pages in a row could not be read; the last, {1}: {2}.',
    '페이지 {0}개를 잇달아 읽지 못했습니다. 마지막은 {1}: {2}.',
  ],
  ['The site has no page at the address of the source.', '문서 출처의 주소에 페이지가 없습니다.'],
  ['The archive cannot be read: {0}.', '압축 파일을 읽을 수 없습니다: {0}.'],
  ['The archive no longer contains it.', '압축 파일에 더 이상 없습니다.'],
  ['It is password-protected; pack it without a password.', '암호가 걸려 있습니다. 암호 없이 압축하세요.'],
  ['It cannot be unpacked: {0}.', '압축을 풀 수 없습니다: {0}.'],
];
