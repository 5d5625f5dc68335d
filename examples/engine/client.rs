// Requests a move from sapper. Usage: rustc client.rs && ./client [COMMAND ARGUMENT...]
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

fn main() {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    if words.is_empty() {
        words = vec!["sapper".into(), "engine".into()];
    }
    let mut engine = Command::new(&words[0])
        .args(&words[1..])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("sapper is not installed");
    let mut requests = engine.stdin.take().unwrap();
    let request = r#"{"id": 1, "request": "move", "position": "4x3x2\nHHHH\n1221\n0000"}"#;
    writeln!(requests, "{request}").unwrap();
    let mut answer = String::new();
    BufReader::new(engine.stdout.take().unwrap()).read_line(&mut answer).unwrap();
    let cell = answer.split("\"cell\": [").nth(1).and_then(|rest| rest.split(']').next());
    match cell {
        Some(cell) => println!("open [{cell}]"),
        None => eprint!("{answer}"),
    }
    drop(requests); // the engine ends with its input
    engine.wait().unwrap();
}
