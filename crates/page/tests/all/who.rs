//! Who may ask, what is sent along, and what a path reaches.

use crate::client::Running;
use wythoff_page::assets;

const CLICK: &str = r#"{"ask":"solve","game":"wythoff","position":"6,10"}"#;

#[test]
fn the_page_of_this_machine_is_answered_and_nobody_else() {
    let server = Running::new();
    let port = server.port;
    assert!(server.ask(CLICK).contains(r#""outcome":"P""#));
    let post = |host: &str, more: &str| {
        server.raw(&format!(
            "POST /api HTTP/1.1\r\nHost: {host}\r\n{more}Content-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{CLICK}",
            CLICK.len()
        ))
    };
    let here = format!("127.0.0.1:{port}");
    assert!(
        post(&format!("localhost:{port}"), &format!("Origin: http://localhost:{port}\r\n"))
            .starts_with("HTTP/1.1 200")
    );
    for (host, more) in [
        ("evil.example", String::new()),
        (&*format!("evil.example:{port}"), String::new()),
        ("127.0.0.1", String::new()),
        (&here, "Origin: http://evil.example\r\n".to_string()),
        (&here, "Origin: null\r\n".to_string()),
        (&here, format!("Origin: https://127.0.0.1:{port}\r\n")),
        (&here, "Sec-Fetch-Site: cross-site\r\n".to_string()),
        (&here, "Host: evil.example\r\n".to_string()),
        (&here, format!("Origin: http://{here}\r\nOrigin: http://evil.example\r\n")),
    ] {
        let answer = post(host, &more);
        assert!(answer.starts_with("HTTP/1.1 403"), "{host} {more}: {answer}");
        assert!(!answer.contains("outcome"));
    }
    // A form of a stranger's page sends another type.
    let form = server.raw(&format!(
        "POST /api HTTP/1.1\r\nHost: {here}\r\nContent-Type: text/plain\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{CLICK}",
        CLICK.len()
    ));
    assert!(form.starts_with("HTTP/1.1 415"), "{form}");
}

#[test]
fn only_the_page_is_served_and_nothing_inline() {
    let server = Running::new();
    let get = |path: &str| {
        server.raw(&format!(
            "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\n\r\n",
            server.port
        ))
    };
    let page = get("/");
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("<title>"));
    let policy =
        page.lines().find(|line| line.to_lowercase().starts_with("content-security-policy:")).unwrap();
    assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe-inline"), "{policy}");
    for path in [
        "/../Cargo.toml",
        "/..%2f..%2fCargo.toml",
        "/js/../../Cargo.toml",
        "/etc/passwd",
        "//etc/passwd",
        "/index.html%00",
    ] {
        let answer = get(path);
        assert!(answer.starts_with("HTTP/1.1 404") || answer.starts_with("HTTP/1.1 400"), "{path}: {answer}");
    }
    for asset in assets() {
        assert!(get(&format!("/{}", asset.path)).starts_with("HTTP/1.1 200"), "{}", asset.path);
        let text = String::from_utf8_lossy(asset.bytes);
        if asset.path.ends_with(".html") {
            for part in text.split("<script").skip(1) {
                assert!(
                    part.split('>').next().is_some_and(|tag| tag.contains("src=")),
                    "a script without a file"
                );
            }
            assert!(!text.contains(" style=") && !text.contains(" onclick="), "{}", asset.path);
        }
        if asset.path.ends_with(".js") {
            assert!(text.starts_with("// @ts-check"), "{}: types are checked", asset.path);
            for word in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("] {
                assert!(!text.contains(word), "{}: {word}", asset.path);
            }
        }
    }
}
